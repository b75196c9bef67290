import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { ACCEPT_LOSS } from '#contract/dataLoss.ts';
import type { Config } from '../config.ts';

/** Stands in the built pages wherever an answer puts its nonce. */
export const NONCE_PLACE = '__NONCE__';
/** Stands in the built pages where the address goes that errors are reported to. */
export const REPORT_PLACE = '__REPORT_TO__';

/** For every answer. A page's address may hold the token of a new password: it is told to nobody. */
const common = {
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // Whoever serves it by https says so there; plain http stays possible in an office.
  strictTransportSecurity: false,
  permissionsPolicy: { camera: false, microphone: false, geolocation: false, payment: false, usb: false },
} as const;

/** Browsers heed these over https alone, and complain of them in the console over plain http. */
const openerHeaders = (isSecure: boolean) => ({ crossOriginOpenerPolicy: isSecure, originAgentCluster: isSecure });

/** Answers of the API are data: nothing in them is to be run, framed or shown as a page. */
const DATA_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
/** The same for the socket's polling, whose answers pass no middleware. */
export const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** The headers of the API: for this origin alone, and for those that the operator names. */
export const apiHeaders = ({ allowedOrigins }: Pick<Config, 'allowedOrigins'>): MiddlewareHandler[] => {
  const isShared = allowedOrigins.length > 0;
  const secure = secureHeaders({
    ...common,
    ...openerHeaders(false),
    contentSecurityPolicy: DATA_POLICY,
    crossOriginResourcePolicy: isShared ? 'cross-origin' : 'same-origin',
  });
  if (!isShared) return [secure];
  const shared = cors({
    origin: [...allowedOrigins],
    // For the cookie by which pages show pictures; no other call heeds it.
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', ACCEPT_LOSS],
    exposeHeaders: ['Retry-After', 'Content-Disposition'],
    maxAge: 600,
  });
  return [secure, shared];
};

/**
 * The headers of a page (CSP 3, Trusted Types). Scripts run by the nonce of this answer and load what they
 * import; nothing makes script of text. Styles come from files and from elements with the nonce.
 * `elsewhere`: other origins that the build calls.
 */
export const pageHeaders = (
  { publicUrl, sentryDsn }: Pick<Config, 'publicUrl' | 'sentryDsn'>,
  elsewhere: readonly string[],
): MiddlewareHandler =>
  secureHeaders({
    ...common,
    ...openerHeaders(publicUrl?.startsWith('https:') ?? false),
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, "'strict-dynamic'"],
      styleSrc: ["'self'", NONCE],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere.filter(origin => origin.startsWith('http'))],
      connectSrc: ["'self'", ...elsewhere, ...(sentryDsn ? [envelopesOf(sentryDsn)] : [])],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // react-admin's screens: a policy that takes one text (`resources/stock/trustedTypes.ts`), and DOMPurify's own.
      trustedTypes: ['default', 'dompurify'],
    },
  });

/** Where the reports of a DSN go, and nowhere else at that host. */
const envelopesOf = (dsn: string): string => {
  const { origin, pathname } = new URL(dsn);
  return `${origin}${pathname.replace(/(\w+)$/, 'api/$1/envelope/')}`;
};
