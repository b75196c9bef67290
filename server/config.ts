import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { rateLimits } from '#contract/limits.ts';
import { type LogFormat, type LogLevel, logFormats, logLevels } from './log.ts';
import { translate } from './translate.ts';

interface VariableDefinition<S extends z.ZodType = z.ZodType> {
  description: string;
  defaultValue: string;
  schema: S;
}

const defineVariable = <S extends z.ZodType>(
  defaultValue: string,
  description: string,
  schema: S,
): VariableDefinition<S> => ({
  defaultValue,
  description,
  schema,
});

const optionalVariable = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => undefined), schema]);

/** An origin in the form that browsers send, `https://host[:port]`, so that it can be compared as text. */
const Origin = z
  .url({ protocol: /^https?$/ })
  .refine(text => /^https?:\/\/[^/?#@]+\/?$/.test(text))
  .transform(text => new URL(text).origin);

/** A Sentry DSN, `https://key@host/path/number`, normalised as in browsers, so that the page's policy matches it. */
const SentryDsn = z
  .url({ protocol: /^https?$/ })
  .refine(text => /^https?:\/\/[^/?#@:]+@[^/?#@]+(\/[^?#]+)?\/\d+$/.test(text))
  .transform(text => new URL(text).href);

export const Secrets = z.object({
  /** Cafes' keys are derived from it too, so they change with it. */
  access: z.string().min(32),
  refresh: z.string().min(32),
});
export type Secrets = z.output<typeof Secrets>;

const SecretsText = z.string().transform((text, context) => {
  try {
    return Secrets.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

const OnOff = z.enum(['0', '1']).transform(value => value === '1');

const Networks = z.string().transform((text, context) => {
  const networks = new BlockList();
  for (const address of text.split(',').map(address => address.trim())) {
    if (address && !addNetwork(networks, address)) context.addIssue({ code: 'custom' });
  }
  return networks;
});

const addNetwork = (networks: BlockList, text: string): boolean => {
  const [address = '', prefix, ...extraParts] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : bits + 1;
  if (!version || extraParts.length > 0 || length > bits) return false;
  networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  return true;
};

/** Every environment variable that the server reads. An empty one counts as not set. */
export const variables = {
  PORT: defineVariable(
    '3000',
    'Port of the web application, the API and the socket.',
    z.coerce.number().int().min(0).max(65_535),
  ),
  HOST: defineVariable('127.0.0.1', 'Address to listen on.', z.string()),
  DATA_DIR: defineVariable(
    './data',
    'Embedded database, uploads, mail outbox and generated secrets.',
    z.string().transform(path => resolve(path)),
  ),
  DATABASE_URL: defineVariable(
    '',
    '`postgres://…`: uses that PostgreSQL server instead of the embedded database.',
    optionalVariable(z.url({ protocol: /^postgres(ql)?$/ })),
  ),
  SECRETS: defineVariable(
    '',
    'The content of `secrets.json`, as one line. Not set: the file in `DATA_DIR`, created at the first start.',
    optionalVariable(SecretsText),
  ),
  SECRETS_FILE: defineVariable(
    '',
    'Path of a file with that content, such as a secret of a container; instead of `SECRETS`.',
    optionalVariable(z.string().transform(path => resolve(path))),
  ),
  FILES_URL: defineVariable(
    '',
    '`https://<key>:<secret>@<host>/<bucket>`, optionally with `?region=…`: stores uploads in that S3-compatible bucket. Not set: in `DATA_DIR/files`. Key and secret are percent-encoded.',
    optionalVariable(
      z.url({ protocol: /^https?$/ }).refine(text => /^https?:\/\/[^/?#@:]+:[^/?#@:]+@[^/?#@]+\/[^/?#]+/.test(text)),
    ),
  ),
  SMTP_URL: defineVariable(
    '',
    '`smtp://…` or `smtps://…`: server for sending e-mail. Not set: e-mails are written to `DATA_DIR/outbox` and listed in the log.',
    optionalVariable(z.url({ protocol: /^smtps?$/ })),
  ),
  MAIL_FROM: defineVariable(
    '',
    'Sender of the e-mails. Not set: `vitrina@` and the host of `PUBLIC_URL`.',
    optionalVariable(z.email()),
  ),
  PUBLIC_URL: defineVariable(
    '',
    'Public URL of the web application. Links in e-mails start with it, and pages at this URL may open the socket even if a proxy changes `Host`. Not set: the address that the server prints.',
    optionalVariable(Origin),
  ),
  ALLOWED_ORIGINS: defineVariable(
    '',
    'Other origins, separated by commas, whose pages may call the API and open the socket.',
    z
      .string()
      .transform(text =>
        text
          .split(',')
          .map(segment => segment.trim())
          .filter(Boolean),
      )
      .pipe(z.array(Origin)),
  ),
  PROXIES: defineVariable(
    '0',
    'Number of trusted proxies in front of the server, i.e. of trusted entries in `X-Forwarded-For`.',
    z.coerce.number().int().min(0).max(10),
  ),
  CALLS_PER_SECOND: defineVariable(
    String(rateLimits.perSecond),
    `API calls per user and second on average, with bursts of ${rateLimits.burstSeconds} times as many. 0: unlimited.`,
    z.coerce.number().int().min(0).max(100_000),
  ),
  SENTRY_DSN: defineVariable(
    '',
    '`https://key@host/number`: Sentry project for errors in the web application. Not set: errors are written to the browser console.',
    optionalVariable(SentryDsn),
  ),
  LOG_FORMAT: defineVariable(
    '',
    '`json`: the log is one line of JSON for each event. `text`: lines for people. Not set: `text` in a terminal, otherwise `json`. `npm start` sets this to `text`.',
    optionalVariable(z.enum(logFormats)),
  ),
  LOG_LEVEL: defineVariable(
    'info',
    'The least important events that are logged: `error`, `warn`, `info` or `debug`.',
    z.enum(logLevels),
  ),
  ACCESS_LOG: defineVariable(
    '',
    '1: each call of the API is logged, with its duration. 0: none is. Not set: 1 if the log is JSON.',
    optionalVariable(OnOff),
  ),
  METRICS_TOKEN: defineVariable(
    '',
    'At least 16 characters, which Prometheus sends as a bearer token to `GET /metrics`. Not set: no metrics.',
    optionalVariable(z.string().regex(/^\S{16,}$/)),
  ),
  IMPORTS_DIR: defineVariable(
    '',
    'Root of the folders from which spreadsheets are imported on a schedule; the server only reads them. Not set: no folder can be chosen.',
    optionalVariable(z.string().transform(path => resolve(path))),
  ),
  CAFES_DIR: defineVariable(
    '',
    'Root of the folders for cafes that receive media as files. Not set: `cafes` in `DATA_DIR`.',
    optionalVariable(z.string().transform(path => resolve(path))),
  ),
  CAFES_NETWORKS: defineVariable(
    '',
    'Private networks or addresses, separated by commas, to which media may be sent and from which spreadsheets may be read, such as `10.20.0.0/16`. Not set: none.',
    Networks,
  ),
  IMAGES_NETWORKS: defineVariable(
    '',
    'Private networks or addresses, separated by commas, that imported images may be fetched from. Not set: none.',
    Networks,
  ),
  DEMO: defineVariable(
    '0',
    '1: an empty database is filled with demonstration data and one account per role. `npm start` sets this to 1.',
    OnOff,
  ),
} satisfies Record<string, VariableDefinition>;

type VariableName = keyof typeof variables;
type VariableValues = { [N in VariableName]: z.output<(typeof variables)[N]['schema']> };

/** The environment, parsed once at startup, so that a wrong value is reported before anything runs. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  secrets: Secrets | undefined;
  secretsFile: string | undefined;
  filesUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  publicUrl: string | undefined;
  allowedOrigins: readonly string[];
  proxies: number;
  /** 0 means unlimited. */
  callsPerSecond: number;
  sentryDsn: string | undefined;
  logFormat: LogFormat;
  logLevel: LogLevel;
  accessLog: boolean;
  metricsToken: string | undefined;
  importsDir: string | undefined;
  cafesDir: string;
  /**
   * Private networks to which media may be sent and from which tables may be read. All other private networks are
   * blocked, because a cafe's address is free text and could point to an internal service.
   */
  cafesNetworks: BlockList;
  /**
   * Private networks from which images in imported tables may be fetched. All others are blocked, for the same reason.
   */
  imagesNetworks: BlockList;
  demo: boolean;
}

/** An error that prevents the start. The message is one sentence for the operator, shown without a stack. */
export class StartupError extends Error {}

/**
 * @param isTerminal whether people read standard output as it is written
 * @throws {StartupError} naming the first wrong variable
 */
export const readConfig = (
  environment: Record<string, string | undefined>,
  { isTerminal = false }: { isTerminal?: boolean } = {},
): Config => {
  const value = <N extends VariableName>(name: N): VariableValues[N] => {
    const { defaultValue, schema } = variables[name];
    const rawValue = environment[name]?.trim() || defaultValue;
    const parseResult = schema.safeParse(rawValue);
    if (!parseResult.success) throw new StartupError(translate(`config.${name}`, { value: rawValue }));
    return parseResult.data as VariableValues[N];
  };
  const logFormat = value('LOG_FORMAT') ?? (isTerminal ? 'text' : 'json');
  const config: Config = {
    port: value('PORT'),
    host: value('HOST'),
    dataDir: value('DATA_DIR'),
    databaseUrl: value('DATABASE_URL'),
    secrets: value('SECRETS'),
    secretsFile: value('SECRETS_FILE'),
    filesUrl: value('FILES_URL'),
    smtpUrl: value('SMTP_URL'),
    mailFrom: value('MAIL_FROM'),
    publicUrl: value('PUBLIC_URL'),
    allowedOrigins: value('ALLOWED_ORIGINS'),
    proxies: value('PROXIES'),
    callsPerSecond: value('CALLS_PER_SECOND'),
    sentryDsn: value('SENTRY_DSN'),
    logFormat,
    logLevel: value('LOG_LEVEL'),
    accessLog: value('ACCESS_LOG') ?? logFormat === 'json',
    metricsToken: value('METRICS_TOKEN'),
    importsDir: value('IMPORTS_DIR'),
    cafesDir: value('CAFES_DIR') ?? join(value('DATA_DIR'), 'cafes'),
    cafesNetworks: value('CAFES_NETWORKS'),
    imagesNetworks: value('IMAGES_NETWORKS'),
    demo: value('DEMO'),
  };
  if (config.secrets && config.secretsFile) throw new StartupError(translate('config.twoSecrets'));
  if (config.demo && !isIP(config.host) && !isLoopback(config.host))
    throw new StartupError(translate('config.HOST', { value: config.host }));
  if (config.demo && !isLoopback(config.host))
    throw new StartupError(translate('config.demoHost', { host: config.host }));
  return config;
};

/**
 * Whether only this machine can reach a server at this host. The demonstration requires this, since its passwords are
 * public.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
