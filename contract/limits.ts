/** Limits and constants of the product (§5, §9, contract 2), each declared once. */
/** The release: shown to people, answered by the server, told to the reporter. */
export const RELEASE = '1.49.0';
/** §4: the version of what a browser stores; another one that is found there signs out and is cleared. */
export const STORAGE_VERSION = '1.2.0';
export const API_BASE = '/api';
export const MAX_PER_PAGE = 1000;
export const PER_PAGE_CHOICES = [10, 25, 50, 100, 200, 1000] as const;
/** §9: catalog per_page. */
export const DEFAULT_PER_PAGE = 10;
export const MIN_PASSWORD_LENGTH = 8;
/** §9: how long it is said that a password was copied, in ms. */
export const COPIED_NOTICE = 1500;
export const ACCESS_TOKEN_SECONDS = 600;
/** How long the immediate predecessor of a refresh token still gives the same successor. */
export const REFRESH_GRACE_SECONDS = 30;
/** How long the link of a mail leads to a new password. */
export const RESTORE_SECONDS = 3600;
/** §9: a notice that explains a redirect waits this long, in ms. */
export const REDIRECT_NOTICE_DELAY = 2000;

/** §9: a part of the application that does not load within this time counts as failed, in ms. */
export const CHUNK_LOAD_LIMIT = 120_000;

/** §9: the share of visits whose traces are reported, and the characters to which a reported body is cut. */
export const TRACE_SAMPLING = 0.5;
export const REPORTED_BODY_LENGTH = 5120;

/** Import of a table file. */
export const importLimits = { fileBytes: 20 * 2 ** 20, unpackedBytes: 64 * 2 ** 20, rows: 100_000 } as const;

/** Images of a record: a file's bytes, the pixels it decodes to, files in one call, images of one record, an alt text. */
export const imageLimits = {
  fileBytes: 15 * 2 ** 20,
  pixels: 40_000_000,
  files: 20,
  perRecord: 100,
  altLength: 255,
} as const;

/** A tree of categories: how deep it is, how long a name, how many of them, how large the call that saves it. */
export const categoryLimits = { depth: 10, nameLength: 255, nodes: 20_000, bodyBytes: 8 * 2 ** 20 } as const;

/** §9: how many levels of priority those have who listen to the socket; 1 hears first. */
export const LISTENER_PRIORITIES = 10;
export const DEFAULT_PRIORITY = 5;

/** §9: options of the socket connection. */
export const socketOptions = {
  path: '/socket.io',
  reconnection: true,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
