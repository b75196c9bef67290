import { z } from 'zod';
import { page } from './collection.ts';
import { Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { OwnResource } from './records.ts';

/** What is recorded of a record of a resource with the feature `audit`, by what it administers. */
const audited = ['created', 'changed', 'removed'] as const;
export type Audited = (typeof audited)[number];
type Subject = 'user' | 'role' | 'setting';

const kindsOf = <const S extends Subject>(subject: S) =>
  audited.map(verb => `${subject}_${verb}` as const) as [`${S}_${Audited}`];

/** Every kind of security event, in the order of the filter. */
export const securityKinds = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'token_replayed',
  'reset_asked',
  'reset_refused',
  'password_reset',
  'password_changed',
  'password_refused',
  'email_changed',
  'acting_started',
  'acting_ended',
  'acting_refused',
  ...kindsOf('user'),
  ...kindsOf('role'),
  'rights_changed',
  ...kindsOf('setting'),
  'key_issued',
  'key_revoked',
  'exported',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

const subjects: Partial<Record<OwnResource, Subject>> = { users: 'user', roles: 'role' };
/** Changes that one looks for by themselves, by a field that changed; the first that fits counts. */
const kindsByField: Partial<Record<OwnResource, readonly (readonly [field: string, kind: SecurityKind])[]>> = {
  users: [
    ['role', 'rights_changed'],
    ['permissions', 'rights_changed'],
    ['email', 'email_changed'],
  ],
  roles: [['permissions', 'rights_changed']],
};

/** The kind of event for a change of a record, by the fields that changed. */
export const auditedAs = (resource: OwnResource, verb: Audited, fields: readonly string[]): SecurityKind => {
  const [, kind] = (verb === 'changed' && kindsByField[resource]?.find(([field]) => fields.includes(field))) || [];
  return kind ?? `${subjects[resource] ?? 'setting'}_${verb}`;
};

const Scalar = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** A changed field. Secrets have no values, and neither has anything that is not a short value or a set of slugs. */
const FieldChange = z.object({
  field: z.string(),
  before: Scalar.optional(),
  after: Scalar.optional(),
  gained: z.array(z.string()).optional(),
  lost: z.array(z.string()).optional(),
});
export type FieldChange = z.output<typeof FieldChange>;

const Details = z.object({
  fields: z.array(FieldChange).optional(),
  /** How many refusals the event stands for, and when the first of them was. */
  times: z.int().positive().optional(),
  since: z.iso.datetime().optional(),
  /** When a session or acting as another user ends at the latest. */
  until: z.iso.datetime().optional(),
  /** Of an export: its format and its number of records. */
  format: z.string().optional(),
  records: z.int().optional(),
});
export type SecurityDetails = z.output<typeof Details>;

const SecurityEvent = z.object({
  id: Id,
  at: z.iso.datetime(),
  kind: z.enum(securityKinds),
  /** The account in whose name it happened; null where nobody is known, such as a refused sign-in. */
  user: Person.nullable(),
  /** The person who acted as that user. */
  acted_by: Person.nullable(),
  /** Where the request came from: an address or an IPv6 network; empty for the server itself. */
  network: z.string(),
  /** The record concerned, with its name at that time; `is_there` is false once it is deleted. */
  about: z
    .object({ resource: z.string(), id: Id.nullable(), name: z.string().nullable(), is_there: z.boolean() })
    .nullable(),
  details: Details,
});
export type SecurityEvent = z.output<typeof SecurityEvent>;

/** The most events that are counted and paged through; older ones are found by their date. */
export const MAX_COUNTED_EVENTS = 10_000;
const PER_PAGE = 50;

const access = ['security.show-list'] as const;

export const securityEndpoints = {
  /** Extension: security events, the latest first. `person` is whose name, who acted, or whom the event is about. */
  list: endpoint('GET /security-events', {
    access,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(MAX_COUNTED_EVENTS).default(1),
      per_page: z.coerce.number().int().min(1).max(200).default(PER_PAGE),
      person: z.coerce.number().pipe(Id).optional(),
      kind: z.enum(securityKinds).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    result: () => page(SecurityEvent),
  }),
  /** Extension: people in the events, deleted ones with their last name, for the filter. */
  people: endpoint('GET /security-events/people', { access, result: z.array(Person) }),
};
