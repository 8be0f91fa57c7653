#!/bin/sh
# Starts the S3 service with the keys of the compose file, and makes the bucket once it answers.
set -eu
mkdir -p /etc/seaweedfs
cat >/etc/seaweedfs/s3.json <<JSON
{ "identities": [{ "name": "rhythmdesk", "actions": ["Admin", "Read", "Write", "List", "Tagging"],
  "credentials": [{ "accessKey": "rhythmdesk", "secretKey": "$S3_SECRET" }] }] }
JSON
(until echo 's3.bucket.create -name rhythmdesk' | weed shell -master=127.0.0.1:9333; do sleep 1; done) &
exec weed "$@"
