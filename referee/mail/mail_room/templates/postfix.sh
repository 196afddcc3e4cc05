#!/bin/sh
# Run this as root. It sets the named lines of main.cf and master.cf of Postfix; all other lines stay.
# The first run keeps copies of both files beside this one.
set -eu
PATH=$PATH:/usr/sbin:/sbin
here=$(dirname "$0")
complain() {
  echo "$0: $1" >&2
  exit 1
}
test "$(id -u)" = 0 || complain 'run this as root'
command -v postconf >/dev/null || complain 'Postfix is not installed'

transport=lmtp:unix:private/dovecot-lmtp
certificate=/etc/letsencrypt/live/{domain}/fullchain.pem

# A fresh Postfix has none of these settings, or those of a certificate that it made itself.
others=$(postconf -n mailbox_transport mailbox_command home_mailbox virtual_mailbox_domains \
  virtual_alias_domains smtpd_tls_cert_file smtpd_sasl_path |
  grep -v -e ' =$' -e snakeoil -e " = $transport\$" -e " = $certificate\$" -e ' = private/auth$' || true)
if test -n "$others" && test "${1-}" != --replace; then
  echo "$others" >&2
  complain "this Postfix keeps mail for others, by the settings above. Nothing was changed.
Take over the lines of this script by hand, or replace those settings with: sh $0 --replace"
fi

folder=$(postconf -h config_directory)
for name in main.cf master.cf; do
  test -e "$here/$name.before" || cp -p "$folder/$name" "$here/$name.before"
done

# Mail for the other names of this server still arrives.
names=$(postconf -xh mydestination)
case " $(echo "$names" | tr ',\n' '  ') " in
  *' {domain} '*) ;;
  *) names="$names, {domain}" ;;
esac
postconf -e \
  'myhostname = {domain}' \
  "mydestination = $names" \
  'recipient_delimiter = +' \
  "mailbox_transport = $transport" \
  "smtpd_tls_cert_file = $certificate" \
  'smtpd_tls_key_file = /etc/letsencrypt/live/{domain}/privkey.pem' \
  'smtpd_tls_security_level = may' \
  'smtpd_sasl_type = dovecot' \
  'smtpd_sasl_path = private/auth' \
  'smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination'
postconf -M 'submission/inet = submission inet n - y - - smtpd'
postconf -P \
  'submission/inet/smtpd_tls_security_level = encrypt' \
  'submission/inet/smtpd_sasl_auth_enable = yes' \
  'submission/inet/smtpd_relay_restrictions = permit_sasl_authenticated,reject'
