import { z } from 'zod';
import { type Collection, page } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { fieldsOfKind } from './fields.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access } from './permissions.ts';

/** A record as it is shown beside others: its name, what tells it apart (a barcode, a code), its status and its picture if it has one. */
export const Hit = z.object({
  id: Id,
  name: z.string(),
  detail: z.string().nullable(),
  status: z.string().nullable(),
  picture: z.string().nullable(),
});
export type Hit = z.output<typeof Hit>;

/** Records linked in one call. */
const Ids = z.strictObject({ ids: z.array(Id).max(10_000) });

/**
 * The links of a record as a list of its own (contract 3), below `{path}/:id/{segment}`: a field of kind
 * `many` seen from one record. Who may see and write the field may see and write its links.
 * @throws when the collection has no such field
 */
export const linkEndpoints = <C extends Collection, const S extends string>(
  { path, fields, access }: C,
  field: keyof C['fields'] & string,
  segment: S,
) => {
  const [, declared] = fieldsOfKind(fields, 'many').find(([name]) => name === field) ?? [];
  if (!declared) throw new Error(`collection "${path}": "${field}" links to nothing`);
  const all = `${path as C['path']}/:id/${segment}` as const;
  const rule: Access = declared.slug ? [declared.slug] : access.update;
  return {
    list: endpoint(`GET ${all}`, {
      access: rule,
      query: z.strictObject({
        page: z.coerce.number().int().min(1).default(1),
        per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(50),
        search: z.string().trim().max(255).optional(),
      }),
      result: page(Hit),
    }),
    /** Links to exactly these. */
    replace: endpoint(`PUT ${all}`, { access: rule, body: Ids, result: Ids }),
    /** Links to these as well; answers those that were not linked before. */
    add: endpoint(`POST ${all}`, { access: rule, body: Ids, result: Ids }),
    /** Unlinks one and answers it. */
    remove: endpoint(`DELETE ${all}/:linked_id`, { access: rule, result: Hit }),
  };
};

export type LinkEndpoints = ReturnType<typeof linkEndpoints>;
