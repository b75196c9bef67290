import { z } from 'zod';
import { buildPageSchema } from './collection.ts';
import { Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import type { DeclaredResource } from './records.ts';

const auditedVerbs = ['created', 'changed', 'removed'] as const;
export type AuditedVerb = (typeof auditedVerbs)[number];
type SubjectKind = 'user' | 'role' | 'setting';

const buildSubjectKinds = <const S extends SubjectKind>(subject: S) =>
  auditedVerbs.map(verb => `${subject}_${verb}` as const) as [`${S}_${AuditedVerb}`];

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
  ...buildSubjectKinds('user'),
  ...buildSubjectKinds('role'),
  'rights_changed',
  ...buildSubjectKinds('setting'),
  'key_issued',
  'key_revoked',
  /** A PUT without a version. It may have overwritten changes that the sender had not seen. */
  'saved_unchecked',
  'exported',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

const subjectByResource: Partial<Record<DeclaredResource, SubjectKind>> = { users: 'user', roles: 'role' };
/** Changes to these fields have their own kinds of events, so that users can filter events by them. */
const kindsByField: Partial<Record<DeclaredResource, Readonly<Record<string, SecurityKind>>>> = {
  users: { role: 'rights_changed', permissions: 'rights_changed', email: 'email_changed' },
  roles: { permissions: 'rights_changed' },
};

const lookUpResource = <V>(all: Partial<Record<DeclaredResource, V>>, resource: string): V | undefined =>
  new Map<string, V>(Object.entries(all)).get(resource);

export const getAuditKind = (resource: string, verb: AuditedVerb, field?: string): SecurityKind =>
  (verb === 'changed' && field !== undefined && lookUpResource(kindsByField, resource)?.[field]) ||
  `${lookUpResource(subjectByResource, resource) ?? 'setting'}_${verb}`;

const Scalar = z.union([z.string(), z.number(), z.boolean()]).nullable();

/**
 * A changed field. Values are only included if they are short; sets of slugs are recorded as differences. Secrets have
 * no values.
 */
const FieldChange = z.object({
  field: z.string(),
  before: Scalar.optional(),
  after: Scalar.optional(),
  gained: z.array(z.string()).optional(),
  lost: z.array(z.string()).optional(),
});
export type FieldChange = z.output<typeof FieldChange>;

const EventDetails = z.object({
  fields: z.array(FieldChange).optional(),
  times: z.int().positive().optional(),
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  format: z.string().optional(),
  profile: z.string().optional(),
  records: z.int().optional(),
});
export type SecurityDetails = z.output<typeof EventDetails>;

const SecurityEvent = z.object({
  id: Id,
  at: z.iso.datetime(),
  kind: z.enum(securityKinds),
  /** The user in whose name it happened; null if unknown, as for some refused sign-ins. */
  user: Person.nullable(),
  acted_by: Person.nullable(),
  /** Where the request came from: an address or an IPv6 network; empty for the server itself. */
  network: z.string(),
  about: z
    .object({
      resource: z.string(),
      id: Id.nullable(),
      name: z.string().nullable(),
      is_there: z.boolean(),
      /** The reference in whose editor a value is shown; only for references that users added. */
      reference_id: Id.optional(),
    })
    .nullable(),
  details: EventDetails,
});
export type SecurityEvent = z.output<typeof SecurityEvent>;

/** Counting and paging stop at this number, because older events can be found by date. */
export const MAX_COUNTED_EVENTS = 10_000;
const PER_PAGE = 50;

const securityAccess = ['security.show-list'] as const;

export const securityEndpoints = {
  /** Extension: security events, latest first. `person` matches the user, the actor and the affected user. */
  list: endpoint('GET /security-events', {
    access: securityAccess,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(MAX_COUNTED_EVENTS).default(1),
      per_page: z.coerce.number().int().min(1).max(200).default(PER_PAGE),
      person: z.coerce.number().pipe(Id).optional(),
      kind: z.enum(securityKinds).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    result: () => buildPageSchema(SecurityEvent),
  }),
  /** Extension: users who occur in the events, for the filter. Deleted users have the name that they had last. */
  people: endpoint('GET /security-events/people', { access: securityAccess, result: z.array(Person) }),
};
