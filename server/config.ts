import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { keysOf } from '#contract/keysOf.ts';
import { rateLimits } from '#contract/limits.ts';
import { type LogFormat, type LogLevel, logFormats, logLevels } from './log.ts';
import { translate } from './translate.ts';

/**
 * What administrators may see of a variable: its value, an address without its credentials and query, or only whether it
 * is set.
 */
type Display = 'value' | 'address' | 'nothing';

interface VariableDefinition<S extends z.ZodType = z.ZodType> {
  defaultValue: string;
  schema: S;
  display: Display;
}

const defineVariable = <S extends z.ZodType>(
  defaultValue: string,
  schema: S,
  display: Display,
): VariableDefinition<S> => ({ defaultValue, schema, display });

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

/** The base address; OTLP adds the path of traces to it. Credentials have a variable of their own. */
const CollectorAddress = z
  .url({ protocol: /^https?$/ })
  .refine(text => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(text))
  .transform(text => `${text.replace(/\/+$/, '')}/v1/traces`);

/** `name=value,name=value` with percent-encoded values, as the specification of OpenTelemetry demands. */
const Headers = z.string().transform((text, context) => {
  const headers: Record<string, string> = {};
  for (const header of text.split(',').filter(Boolean)) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(header) ?? [];
    const decodedValue = value === undefined ? null : decodeComponent(value);
    if (name === undefined || decodedValue === null) context.addIssue({ code: 'custom' });
    else headers[name] = decodedValue;
  }
  return headers;
});

const decodeComponent = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** What a process does: answers calls and sockets, carries out runs, or both. */
export const processRoles = ['web', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];

const Roles = z
  .string()
  .transform(text => [...new Set(text.split(',').map(role => role.trim()))])
  .pipe(z.array(z.enum(processRoles)));

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

/**
 * Every environment variable that the server reads. An empty one counts as not set. `i18n/en/variables.ts` says what
 * each is for.
 */
export const variables = {
  PORT: defineVariable('3000', z.coerce.number().int().min(0).max(65_535), 'value'),
  HOST: defineVariable('127.0.0.1', z.string(), 'value'),
  DATA_DIR: defineVariable(
    './data',
    z.string().transform(path => resolve(path)),
    'value',
  ),
  ROLES: defineVariable(processRoles.join(), Roles, 'value'),
  DATABASE_URL: defineVariable('', optionalVariable(z.url({ protocol: /^postgres(ql)?$/ })), 'address'),
  SECRETS: defineVariable('', optionalVariable(SecretsText), 'nothing'),
  SECRETS_FILE: defineVariable('', optionalVariable(z.string().transform(path => resolve(path))), 'value'),
  FILES_URL: defineVariable(
    '',
    optionalVariable(
      z.url({ protocol: /^https?$/ }).refine(text => /^https?:\/\/[^/?#@:]+:[^/?#@:]+@[^/?#@]+\/[^/?#]+/.test(text)),
    ),
    'address',
  ),
  SMTP_URL: defineVariable('', optionalVariable(z.url({ protocol: /^smtps?$/ })), 'address'),
  MAIL_FROM: defineVariable('', optionalVariable(z.email()), 'value'),
  PUBLIC_URL: defineVariable('', optionalVariable(Origin), 'value'),
  ALLOWED_ORIGINS: defineVariable(
    '',
    z
      .string()
      .transform(text =>
        text
          .split(',')
          .map(segment => segment.trim())
          .filter(Boolean),
      )
      .pipe(z.array(Origin)),
    'value',
  ),
  PROXIES: defineVariable('0', z.coerce.number().int().min(0).max(10), 'value'),
  CALLS_PER_SECOND: defineVariable(String(rateLimits.perSecond), z.coerce.number().int().min(0).max(100_000), 'value'),
  SENTRY_DSN: defineVariable('', optionalVariable(SentryDsn), 'address'),
  LOG_FORMAT: defineVariable('', optionalVariable(z.enum(logFormats)), 'value'),
  LOG_LEVEL: defineVariable('info', z.enum(logLevels), 'value'),
  ACCESS_LOG: defineVariable('', optionalVariable(OnOff), 'value'),
  METRICS_TOKEN: defineVariable('', optionalVariable(z.string().regex(/^\S{16,}$/)), 'nothing'),
  OTEL_EXPORTER_OTLP_ENDPOINT: defineVariable('', optionalVariable(CollectorAddress), 'address'),
  OTEL_EXPORTER_OTLP_HEADERS: defineVariable('', Headers, 'nothing'),
  OTEL_SERVICE_NAME: defineVariable('vitrina', z.string(), 'value'),
  OTEL_TRACES_SAMPLER_ARG: defineVariable('1', z.coerce.number().min(0).max(1), 'value'),
  IMPORTS_DIR: defineVariable('', optionalVariable(z.string().transform(path => resolve(path))), 'value'),
  CAFES_DIR: defineVariable('', optionalVariable(z.string().transform(path => resolve(path))), 'value'),
  CAFES_NETWORKS: defineVariable('', Networks, 'value'),
  IMAGES_NETWORKS: defineVariable('', Networks, 'value'),
  DEMO: defineVariable('0', OnOff, 'value'),
} satisfies Record<string, VariableDefinition>;

export type VariableName = keyof typeof variables;
type VariableValues = { [N in VariableName]: z.output<(typeof variables)[N]['schema']> };

/** The environment, parsed once at startup, so that a wrong value is reported before anything runs. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  roles: readonly ProcessRole[];
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
  /** Absent without the address of a collector. */
  traces: TracesConfig | undefined;
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
  settings: readonly Setting[];
}

export interface TracesConfig {
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number;
}

/** A variable as administrators see it. */
interface Setting {
  name: VariableName;
  isSet: boolean;
  /** What applies; null for a secret, and empty if nothing is set. */
  value: string | null;
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
  const tracesUrl = value('OTEL_EXPORTER_OTLP_ENDPOINT');
  const traces = {
    headers: value('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: value('OTEL_SERVICE_NAME'),
    ratio: value('OTEL_TRACES_SAMPLER_ARG'),
  };
  const config: Config = {
    port: value('PORT'),
    host: value('HOST'),
    dataDir: value('DATA_DIR'),
    roles: value('ROLES'),
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
    traces: tracesUrl === undefined ? undefined : { url: tracesUrl, ...traces },
    importsDir: value('IMPORTS_DIR'),
    cafesDir: value('CAFES_DIR') ?? join(value('DATA_DIR'), 'cafes'),
    cafesNetworks: value('CAFES_NETWORKS'),
    imagesNetworks: value('IMAGES_NETWORKS'),
    demo: value('DEMO'),
    settings: keysOf(variables).map(name => describeSetting(name, environment[name]?.trim() ?? '')),
  };
  if (!config.databaseUrl && config.roles.length < processRoles.length)
    throw new StartupError(translate('config.oneProcess'));
  if (config.secrets && config.secretsFile) throw new StartupError(translate('config.twoSecrets'));
  if (config.demo && !isIP(config.host) && !isLoopback(config.host))
    throw new StartupError(translate('config.HOST', { value: config.host }));
  if (config.demo && !isLoopback(config.host))
    throw new StartupError(translate('config.demoHost', { host: config.host }));
  return config;
};

const describeSetting = (name: VariableName, rawValue: string): Setting => {
  const { defaultValue, display }: VariableDefinition = variables[name];
  const isSet = rawValue !== '';
  if (display === 'nothing') return { name, isSet, value: null };
  return { name, isSet, value: display === 'address' ? toPublicAddress(rawValue) : rawValue || defaultValue };
};

/** An address without credentials and without its query, which may contain some too. Empty for an empty text. */
export const toPublicAddress = (address: string): string => {
  if (!address) return '';
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
};

/**
 * Whether only this machine can reach a server at this host. The demonstration requires this, since its passwords are
 * public.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
