export const RELEASE = '1.49.0';
/** The version of this build, by which operators tell builds apart. `CHANGELOG.md` lists them. */
export const BUILD = '0.1.0';
/**
 * §4: version of the data in browser storage. On a mismatch the client signs out and clears it, since it cannot read
 * old formats.
 */
export const STORAGE_VERSION = '1.2.0';
export const API_BASE = '/api';
export const MAX_PER_PAGE = 1000;
export const PER_PAGE_CHOICES = [10, 25, 50, 100, 200, 1000] as const;
/** §9: default page size of the catalog. */
export const DEFAULT_PER_PAGE = 10;
export const MIN_PASSWORD_LENGTH = 8;
/** §9: how long the "password copied" notice is shown, in ms. */
export const COPIED_NOTICE_MS = 1500;
/**
 * Hashing a password takes 32 MiB and 20 ms of a core, so only two hashes run at a time, and networks take turns.
 * `maxWaiting` limits the queue of all networks together.
 */
export const hashingLimits = { maxConcurrent: 2, maxWaitingPerNetwork: 4, maxWaiting: 200 } as const;
/**
 * Delay in ms before a sign-in is refused because the queue is full or the caller has to wait. Otherwise a client that
 * retries immediately would keep the server too busy to respond to others.
 */
export const SIGN_IN_REFUSAL_DELAY_MS = 1000;
/**
 * Attempts that each network (an IPv4 address or IPv6 /64) may make within a window in seconds; further attempts have
 * to wait.
 */
export const attemptLimits = { wrongSignIns: 30, resetLinks: 10, seconds: 300 } as const;
export const ACCESS_TOKEN_SECONDS = 600;
/**
 * How long a just-replaced refresh token still works, returning the same successor. Without this, two tabs refreshing
 * at once would end the session.
 */
export const REFRESH_GRACE_SECONDS = 30;
export const PASSWORD_RESET_SECONDS = 3600;
export const IMPERSONATION_SECONDS = 3600;
/** §9: delay before the notice that explains a redirect, in ms. */
export const REDIRECT_NOTICE_DELAY_MS = 2000;

/** §9: time in ms after which loading a code chunk counts as failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** §9: share of sessions whose traces are reported. */
export const TRACE_SAMPLE_RATE = 0.5;

/** §9: length to which reported bodies are truncated, in characters. */
export const MAX_REPORTED_BODY_LENGTH = 5120;

/**
 * Limits of a table import, high enough for an export of every product to be imported again. The unpacked size is
 * limited because an .xlsx file can be a zip bomb. The embedded database has a lower row limit, since importing as many
 * rows as on PostgreSQL would take too long.
 */
export const importLimits = {
  fileBytes: 100 * 2 ** 20,
  unpackedBytes: 512 * 2 ** 20,
  rows: { embedded: 100_000, postgres: 500_000 },
} as const;

/**
 * Limits of images. Pixels are limited as well as bytes, because decoding takes memory in proportion to the number of
 * pixels.
 */
export const imageLimits = {
  fileBytes: 15 * 2 ** 20,
  pixels: 40_000_000,
  files: 20,
  perRecord: 100,
  altLength: 255,
} as const;

/**
 * Limits of the images that an import stores. An archive of images is limited when unpacked too, since it can be a zip
 * bomb; images hardly compress, so a genuine one is about as large as its contents. `perRow` limits the images named by
 * a row.
 */
export const importImageLimits = {
  archiveBytes: 500 * 2 ** 20,
  unpackedBytes: 2 ** 30,
  archiveFiles: 20_000,
  perRow: imageLimits.files,
  redirects: 5,
} as const;

/** Limits of a category tree. `bodyBytes` exceeds the default, because a tree is saved as a whole. */
export const categoryLimits = { depth: 10, nameLength: 255, nodes: 20_000, bodyBytes: 8 * 2 ** 20 } as const;

/** §9: priority levels of socket listeners; 1 is called first. */
export const LISTENER_PRIORITY_COUNT = 10;
export const DEFAULT_PRIORITY = 5;

/**
 * Time limits for receiving the headers, the body and an uploaded body, in ms, so that very slow clients cannot occupy
 * connections. The last value is the interval between checks.
 */
export const requestTimeouts = { headers: 10_000, body: 60_000, upload: 300_000, check: 5000 } as const;

/**
 * How long a proxy may keep an idle connection, in ms. Longer than Caddy (2 minutes) and nginx (1 minute) do, because a
 * request on a connection that the server closes at the same moment fails with 502.
 */
export const PROXY_IDLE_MS = 130_000;

/**
 * Calls per user and second on average. A burst may use up the calls of several seconds at once. `CALLS_PER_SECOND`
 * overrides it.
 */
export const rateLimits = { perSecond: 100, burstSeconds: 20 } as const;

/**
 * Maximum open sockets per session and per network, and the time in ms within which a connection has to authenticate.
 */
export const socketLimits = { perSession: 20, perNetwork: 100, toConnect: 10_000 } as const;

/** §9: socket connection options. */
export const socketOptions = {
  path: '/socket.io',
  reconnection: true,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
