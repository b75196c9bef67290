import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { BATCH_HEADER } from '#contract/batches.ts';
import { ACCEPT_LOSS_HEADER } from '#contract/dataLoss.ts';
import { REQUEST_ID_HEADER } from '#contract/requestId.ts';
import type { Config } from '../config.ts';

/** Placeholder in the built pages, because each response needs a new nonce. */
export const NONCE_PLACEHOLDER = '__NONCE__';
/** Placeholder in the built pages, because the address for error reports is only known at runtime. */
export const REPORT_URL_PLACEHOLDER = '__REPORT_TO__';
/**
 * The comment in the built page that contains elements needed only behind sign-in. Other web servers leave these
 * elements commented out.
 */
export const SIGNED_IN_START = '<!--signed-in:';
export const SIGNED_IN_END = ':signed-in-->';

/**
 * Headers of every response. They forbid a referrer, because a page's address may contain the token of a password
 * reset.
 */
const commonHeaders = {
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  // No HSTS: the proxy that terminates https has to set it, because plain http must stay possible inside an office.
  strictTransportSecurity: false,
  permissionsPolicy: { camera: false, microphone: false, geolocation: false, payment: false, usb: false },
} as const;

/** Over plain http, browsers ignore these headers and print a warning to the console. */
const buildOpenerHeaders = (isSecure: boolean) => ({ crossOriginOpenerPolicy: isSecure, originAgentCluster: isSecure });

/** Responses of the API are data: browsers must not run, frame or render them. */
const DATA_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
/** The same for the socket's polling transport, whose responses bypass the middleware. */
export const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Browsers allow only the API's own origin, and the origins that the operator lists, to call the API. */
export const setApiHeaders = ({ allowedOrigins }: Pick<Config, 'allowedOrigins'>): MiddlewareHandler[] => {
  const isShared = allowedOrigins.length > 0;
  const secure = secureHeaders({
    ...commonHeaders,
    ...buildOpenerHeaders(false),
    contentSecurityPolicy: DATA_POLICY,
    crossOriginResourcePolicy: isShared ? 'cross-origin' : 'same-origin',
  });
  if (!isShared) return [secure];
  const shared = cors({
    origin: [...allowedOrigins],
    // For the cookie that authenticates pictures in `<img>`; all other endpoints ignore cookies.
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', ACCEPT_LOSS_HEADER, BATCH_HEADER],
    exposeHeaders: [
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'Content-Disposition',
      BATCH_HEADER,
      REQUEST_ID_HEADER,
    ],
    maxAge: 600,
  });
  return [secure, shared];
};

/**
 * The headers of a page (CSP 3, Trusted Types). Scripts need this response's nonce and may load what they import; text
 * never becomes script. Styles come from files or from elements with the nonce.
 * @param otherOrigins further origins that the build calls
 */
export const setPageHeaders = (
  { publicUrl, sentryDsn }: Pick<Config, 'publicUrl' | 'sentryDsn'>,
  otherOrigins: readonly string[],
): MiddlewareHandler =>
  secureHeaders({
    ...commonHeaders,
    ...buildOpenerHeaders(publicUrl?.startsWith('https:') ?? false),
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, "'strict-dynamic'"],
      styleSrc: ["'self'", NONCE],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...otherOrigins.filter(origin => origin.startsWith('http'))],
      connectSrc: ["'self'", ...otherOrigins, ...(sentryDsn ? [getEnvelopeUrl(sentryDsn)] : [])],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The second policy is for DOMPurify itself; the default policy uses it to clean the markup of react-admin's
      // screens (`resources/stock/trustedTypes.ts`).
      trustedTypes: ['default', 'dompurify'],
    },
  });

/** The address of a DSN's envelopes: only this path is allowed, not the whole host. */
const getEnvelopeUrl = (dsn: string): string => {
  const { origin, pathname } = new URL(dsn);
  return `${origin}${pathname.replace(/(\w+)$/, 'api/$1/envelope/')}`;
};
