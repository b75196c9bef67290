import { z } from 'zod';
import { page } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { LogItem } from './importing.ts';

/** §4, media sending status, in the words of contract 3; no run is `available`, which is when there is none. */
export const sendingStatuses = ['available', 'processing', 'finished', 'canceled'] as const;
export type SendingStatus = (typeof sendingStatuses)[number];

/** How it stands with one cafe of a run. */
export const cafeStatuses = ['waiting', 'processing', 'finished', 'failed', 'canceled'] as const;
export type CafeStatus = (typeof cafeStatuses)[number];

/** Files that a cafe has got, that it had already, that could not be delivered. */
export const SendingCounts = z.object({ sent: z.int(), unchanged: z.int(), failed: z.int() });
export type SendingCounts = z.output<typeof SendingCounts>;

/** A cafe of a run. */
export const SendingCafe = SendingCounts.extend({
  id: Id,
  name: z.string(),
  status: z.enum(cafeStatuses),
  /** Files that it lacked when the run began. */
  files: z.int(),
  /** What is in the way, and what to do; null where nothing is. For people, in Russian. */
  reason: z.string().nullable(),
});
export type SendingCafe = z.output<typeof SendingCafe>;

/** A run without its log; `progress` is 0 to 100. */
export const Sending = z.object({
  id: Id,
  status: z.enum(sendingStatuses),
  /** It was ended by a fault, and not by a person. */
  is_broken: z.boolean(),
  progress: z.number().min(0).max(100),
  counts: SendingCounts,
  /** Products whose media were chosen. */
  products: z.int(),
  /** What the cafes lacked when it began, and what of it was sent. */
  bytes: z.int(),
  bytes_sent: z.int(),
  /** How long it has been going on, or went on, in ms. */
  elapsed: z.int(),
  cafes: z.array(SendingCafe),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  user: z.object({ id: z.int(), name: z.string() }),
});
export type Sending = z.output<typeof Sending>;

/** A line of a run's log, with the product that it is of. */
export const SendingLogItem = LogItem.pick({ seq: true, level: true, text: true }).extend({
  product_id: Id.optional(),
});
export type SendingLogItem = z.output<typeof SendingLogItem>;

/** How many products one call may name: as many as a body of 1 MiB holds. */
const MAX_PRODUCTS = 100_000;
/** How many cafes it may name: more than anybody has. */
const MAX_CAFES = 10_000;

const FilterValue = z.union([z.string(), z.number(), z.boolean()]);

/** What the list of products is asked by, as in its address. */
export const SendingFilter = z.record(z.string().max(64), z.union([FilterValue, z.array(FilterValue)]));
export type SendingFilter = z.output<typeof SendingFilter>;

/** What is sent and where: exactly one choice of products. */
export const SendingChoice = z
  .strictObject({
    product_ids: z.array(Id).min(1).max(MAX_PRODUCTS).optional(),
    all: z.literal(true).optional(),
    matrix_id: Id.optional(),
    filter: SendingFilter.optional(),
    cafe_ids: z.array(Id).min(1).max(MAX_CAFES),
    /** Sends what the cafes have already as well. */
    anew: z.boolean().default(false),
  })
  .refine(({ product_ids, all, matrix_id, filter }) => {
    const chosen = [product_ids, all, matrix_id, filter].filter(choice => choice !== undefined);
    return chosen.length === 1;
  });
export type SendingChoice = z.output<typeof SendingChoice>;

/** What a run would do. */
export const SendingForecast = z.object({
  products: z.int(),
  /** Products that have no image, and some of them. */
  without_images: z.int(),
  without_images_samples: z.array(z.object({ id: Id, name: z.string() })),
  /** Over all cafes that nothing is in the way of. */
  files: z.int(),
  bytes: z.int(),
  cafes: z.array(
    SendingCafe.pick({ id: true, name: true, files: true, unchanged: true, reason: true }).extend({ bytes: z.int() }),
  ),
});
export type SendingForecast = z.output<typeof SendingForecast>;

const PATH = '/products/send-media-to-cafe';
const access = ['product.send-media'] as const;
const WithLog = Sending.extend({ log: z.array(SendingLogItem), log_total: z.int() });

/** Sending media to cafes (§4, §7, contract 3). They stand before the products, whose `:id` fits their address. */
export const sendingEndpoints = {
  /** As of the import: success means processing, 404 means available. */
  current: endpoint(`GET ${PATH}`, { access, result: WithLog }),
  start: endpoint(`POST ${PATH}`, { access, body: SendingChoice, result: Sending }),
  /** The same body, and nothing is sent. */
  preview: endpoint(`POST ${PATH}/preview`, { access, isSlight: true, body: SendingChoice, result: SendingForecast }),
  cancel: endpoint(`DELETE ${PATH}`, { access, isSlight: true, result: Sending }),
  runs: endpoint(`GET ${PATH}/runs`, {
    access,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(10),
    }),
    result: page(Sending),
  }),
  run: endpoint(`GET ${PATH}/runs/:id`, {
    access,
    /** `after`: only log lines with a greater `seq`, at most `limit` of them. */
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(10_000).default(1000),
    }),
    result: WithLog,
  }),
};
