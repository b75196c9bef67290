import { z } from 'zod';
import { buildPageSchema } from './collection.ts';
import { Editor } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { LogItem } from './importing.ts';

/**
 * §4: sending status, with the values of contract 3. `available` means that no run exists, so no run ever has this
 * status.
 */
const sendingStatuses = ['available', 'processing', 'finished', 'canceled'] as const;

export const cafeStatuses = ['waiting', 'processing', 'finished', 'failed', 'canceled'] as const;
export type CafeStatus = (typeof cafeStatuses)[number];

export const SendingCounts = z.object({ sent: z.int(), unchanged: z.int(), failed: z.int() });
export type SendingCounts = z.output<typeof SendingCounts>;

export const SendingCafe = SendingCounts.extend({
  id: Id,
  name: z.string(),
  status: z.enum(cafeStatuses),
  files: z.int(),
  /** Why delivery is impossible and how to fix it, in Russian; null if it is possible. */
  reason: z.string().nullable(),
});
export type SendingCafe = z.output<typeof SendingCafe>;

/** Omits the log, which may have thousands of lines; `progress` is a percentage. */
export const Sending = z.object({
  id: Id,
  status: z.enum(sendingStatuses),
  is_broken: z.boolean(),
  progress: z.number().min(0).max(100),
  counts: SendingCounts,
  products: z.int(),
  /** The total size at the start and the size delivered so far, in bytes. */
  bytes: z.int(),
  bytes_sent: z.int(),
  /** The duration so far, or the total duration once the run has ended, in ms. */
  elapsed: z.int(),
  cafes: z.array(SendingCafe),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: Editor,
});
export type Sending = z.output<typeof Sending>;

export const SendingLogItem = LogItem.pick({ seq: true, level: true, text: true }).extend({
  product_id: Id.optional(),
});
export type SendingLogItem = z.output<typeof SendingLogItem>;

/** Limits the products in one call, because a body of 1 MiB holds about this many. */
const MAX_PRODUCTS = 100_000;
const MAX_CAFES = 10_000;

const FilterValue = z.union([z.string(), z.number(), z.boolean()]);

/** The query of the product list, as in its URL, so that "all that match" selects the products that the user sees. */
export const SendingFilter = z.record(z.string().max(64), z.union([FilterValue, z.array(FilterValue)]));
export type SendingFilter = z.output<typeof SendingFilter>;

export const SendingChoice = z
  .strictObject({
    product_ids: z.array(Id).min(1).max(MAX_PRODUCTS).optional(),
    all: z.literal(true).optional(),
    matrix_id: Id.optional(),
    filter: SendingFilter.optional(),
    cafe_ids: z.array(Id).min(1).max(MAX_CAFES),
    /** Also sends files that the cafes already have, in case a cafe lost them. */
    anew: z.boolean().default(false),
  })
  .refine(({ product_ids, all, matrix_id, filter }) => {
    const chosenScopes = [product_ids, all, matrix_id, filter].filter(scope => scope !== undefined);
    return chosenScopes.length === 1;
  });
export type SendingChoice = z.output<typeof SendingChoice>;

export const SendingForecast = z.object({
  products: z.int(),
  /** Products without images, with a few examples, since the user probably did not mean to select them. */
  without_images: z.int(),
  without_images_samples: z.array(z.object({ id: Id, name: z.string() })),
  files: z.int(),
  bytes: z.int(),
  cafes: z.array(
    SendingCafe.pick({ id: true, name: true, files: true, unchanged: true, reason: true }).extend({ bytes: z.int() }),
  ),
});
export type SendingForecast = z.output<typeof SendingForecast>;

const SENDING_PATH = '/products/send-media-to-cafe';
const sendingAccess = ['product.send-media'] as const;
const SendingWithLog = Sending.extend({ log: z.array(SendingLogItem), log_total: z.int() });

/**
 * Sending media to cafes (§4, §7, contract 3). Declared before the products, because `/products/:id` also matches these
 * paths.
 */
export const sendingEndpoints = {
  /** As for imports, a run means processing and null means available. */
  current: endpoint(`GET ${SENDING_PATH}`, { access: sendingAccess, result: SendingWithLog.nullable() }),
  start: endpoint(`POST ${SENDING_PATH}`, { access: sendingAccess, body: SendingChoice, result: Sending }),
  preview: endpoint(`POST ${SENDING_PATH}/preview`, {
    access: sendingAccess,
    allowedWhenDiskFull: true,
    body: SendingChoice,
    result: SendingForecast,
  }),
  cancel: endpoint(`DELETE ${SENDING_PATH}`, {
    access: sendingAccess,
    failsWithMessages: true,
    allowedWhenDiskFull: true,
    result: Sending,
  }),
  runs: endpoint(`GET ${SENDING_PATH}/runs`, {
    access: sendingAccess,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(10),
    }),
    result: buildPageSchema(Sending),
  }),
  run: endpoint(`GET ${SENDING_PATH}/runs/:id`, {
    access: sendingAccess,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(10_000).default(1000),
    }),
    result: SendingWithLog,
  }),
};
