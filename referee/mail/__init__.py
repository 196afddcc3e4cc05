"""The post office: mail comes in, answers and reports go out; only here is mail known."""
