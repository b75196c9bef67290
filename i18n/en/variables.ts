import { rateLimits } from '#contract/limits.ts';
import type { Translation } from '../messages.ts';
import type { variables as source } from '../ru/variables.ts';

/** What each environment variable is for; the table in the README is a copy. */
export const variables: Translation<typeof source> = {
  PORT: 'Port of the web application, the API and the socket.',
  HOST: 'Address to listen on.',
  DATA_DIR: 'Embedded database, uploads, mail outbox and generated secrets.',
  ROLES:
    'What the process does. `web`: answers calls and keeps sockets. `worker`: carries out imports, sendings, publications and undos. They can be separated only with `DATABASE_URL`.',
  DATABASE_URL: '`postgres://…`: uses that PostgreSQL server instead of the embedded database.',
  SECRETS: 'The content of `secrets.json`, as one line. Not set: the file in `DATA_DIR`, created at the first start.',
  SECRETS_FILE: 'Path of a file with that content, such as a secret of a container; instead of `SECRETS`.',
  FILES_URL:
    '`https://<key>:<secret>@<host>/<bucket>`, optionally with `?region=…`: stores uploads in that S3-compatible bucket. Not set: in `DATA_DIR/files`. Key and secret are percent-encoded.',
  SMTP_URL:
    '`smtp://…` or `smtps://…`: server for sending e-mail. Not set: e-mails are written to `DATA_DIR/outbox` and listed in the log.',
  MAIL_FROM: 'Sender of the e-mails. Not set: `vitrina@` and the host of `PUBLIC_URL`.',
  PUBLIC_URL:
    'Public URL of the web application. Links in e-mails start with it, and pages at this URL may open the socket even if a proxy changes `Host`. Not set: the address that the server prints.',
  ALLOWED_ORIGINS: 'Other origins, separated by commas, whose pages may call the API and open the socket.',
  PROXIES: 'Number of trusted proxies in front of the server, i.e. of trusted entries in `X-Forwarded-For`.',
  CALLS_PER_SECOND: `API calls per user and second on average, with bursts of ${rateLimits.burstSeconds} times as many. 0: unlimited.`,
  SENTRY_DSN:
    '`https://key@host/number`: Sentry project for errors in the web application. Not set: errors are written to the browser console.',
  LOG_FORMAT:
    '`json`: the log is one line of JSON for each event. `text`: lines for people. Not set: `text` in a terminal, otherwise `json`. `npm start` sets this to `text`.',
  LOG_LEVEL: 'The least important events that are logged: `error`, `warn`, `info` or `debug`.',
  ACCESS_LOG: '1: each call of the API is logged, with its duration. 0: none is. Not set: 1 if the log is JSON.',
  METRICS_TOKEN:
    'At least 16 characters, which Prometheus sends as a bearer token to `GET /metrics`. Not set: no metrics.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Address of an OpenTelemetry collector, to which traces are sent as OTLP over HTTP, such as `http://127.0.0.1:4318`. Not set: no traces.',
  OTEL_EXPORTER_OTLP_HEADERS:
    'Headers for the collector, such as `Authorization=Bearer%20…`; several are separated by commas. Secret.',
  OTEL_SERVICE_NAME: 'The name of the server in traces.',
  OTEL_TRACES_SAMPLER_ARG: 'Share of traces that are recorded, from 0 to 1.',
  IMPORTS_DIR:
    'Root of the folders from which spreadsheets are imported on a schedule; the server only reads them. Not set: no folder can be chosen.',
  CAFES_DIR:
    'Root of the folders for cafes that receive media as files; it has to exist. Not set: `cafes` in `DATA_DIR`.',
  CAFES_NETWORKS:
    'Private networks or addresses, separated by commas, to which media may be sent and from which spreadsheets may be read, such as `10.20.0.0/16`. Not set: none.',
  IMAGES_NETWORKS:
    'Private networks or addresses, separated by commas, that imported images may be fetched from. Not set: none.',
  DEMO: '1: an empty database is filled with demonstration data and one account per role. `npm start` sets this to 1.',
};
