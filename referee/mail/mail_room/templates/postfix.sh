#!/bin/sh
# Run this as root. It sets the named lines of main.cf and master.cf of Postfix; all other lines stay.
# The first run keeps copies of both files beside this one.
set -eu
here=$(dirname "$0")
folder=$(postconf -h config_directory)
for name in main.cf master.cf; do
  test -e "$here/$name.before" || cp -p "$folder/$name" "$here/$name.before"
done
postconf -e \
  'myhostname = {domain}' \
  'mydestination = {domain}, localhost' \
  'recipient_delimiter = +' \
  'mailbox_transport = lmtp:unix:private/dovecot-lmtp' \
  'smtpd_tls_cert_file = /etc/letsencrypt/live/{domain}/fullchain.pem' \
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
