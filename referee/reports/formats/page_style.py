"""The style sheet that all pages share: report, composer, replay and site."""

INK, PAPER, SHADE, LINE, FAINT = "#1f2328", "#ffffff", "#f4f2ec", "#d3cfc4", "#5a6067"
"""Colours on light ground, for elements of mails, whose readers drop style sheets."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

MONO = "ui-monospace,Consolas,Menlo,'DejaVu Sans Mono',monospace"

COLOURS = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --ground: #f4f2ec; --shade: #f4f2ec;
  --line: #d3cfc4; --edge: #7b776c; --faint: #5a6067; --accent: #8c2f2b; --link: #1f5688; --good: #2c6637;
  --lit: #7a3e9d; --press: #ece2f3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e5dd; --paper: #1d2126; --ground: #14171a; --shade: #282d33; --line: #3d434a;
    --edge: #868d95; --faint: #a9b0b7; --accent: #ef8a7d; --link: #8fbce6; --good: #83c78f; --lit: #cfa9ea;
    --press: #43334f; }
}
"""
"""Colours by purpose, on light and on dark ground. Text has at least 4.5 times the contrast of its ground."""

SHEET = (
    COLOURS
    + f"""
* {{ box-sizing: border-box; }}
html {{ -webkit-text-size-adjust: 100%; }}
body {{ margin: 0; font: 16px/1.5 {FONT}; color: var(--ink); background: var(--ground); }}
h1, h2, h3, h4 {{ line-height: 1.2; text-wrap: balance; }}
h1 {{ font-size: 1.5em; letter-spacing: -0.01em; }}
h2 {{ font-size: 1.15em; }}
h3 {{ font-size: 1em; color: var(--faint); }}
a {{ color: var(--link); }}
code, pre, kbd {{ font-family: {MONO}; }}
.map svg, #map svg {{ display: block; width: 100%; height: auto; }}
:focus-visible {{ outline: 3px solid var(--lit); outline-offset: 2px; }}
"""
    + """
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; }
.faint, .proof { color: var(--faint); }
.good { color: var(--good); }
.bad { color: var(--accent); }
.side { border-bottom: 3px solid; }
@media print {
  :root { --ground: #ffffff; --paper: #ffffff; --ink: #000000; --line: #999999; }
  nav, form, button, .noprint { display: none !important; }
  .panel { border: 0; padding: 0; }
  table, figure, .map { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
"""
)
"""Type, colours, panels and print of every page."""
