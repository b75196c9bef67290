import { z } from 'zod';
import { type Collection, listPage } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { listFieldsOfKind } from './fields.ts';
import { MAX_PER_PAGE } from './limits.ts';
import type { Access } from './permissions.ts';

/**
 * A record as search results and pickers show it. `detail` tells records of the same name apart, such as a barcode or
 * code.
 */
export const Hit = z.object({
  id: Id,
  name: z.string(),
  detail: z.string().nullable(),
  status: z.string().nullable(),
  picture: z.string().nullable(),
});
export type Hit = z.output<typeof Hit>;

/**
 * `corrected_search` is the search text with typos corrected; present only if the original text did not find the
 * record.
 */
export const SearchHit = Hit.extend({ is_exact: z.boolean(), corrected_search: z.string().optional() });

const LinkedIds = z.strictObject({ ids: z.array(Id).max(10_000) });

/**
 * Calls for the links of one record, at `{path}/:id/{segment}` (contract 3): a `many` field as a paged, searchable
 * list. Access follows the field.
 * @throws when the collection has no such field
 */
export const linkEndpoints = <C extends Collection, const S extends string>(
  { path, fields, access }: C,
  field: keyof C['fields'] & string,
  segment: S,
) => {
  const [, linkField] = listFieldsOfKind(fields, 'many').find(([name]) => name === field) ?? [];
  if (!linkField) throw new Error(`collection "${path}": "${field}" links to nothing`);
  const all = `${path}/:id/${segment}` as const;
  const rule: Access = linkField.slug ? [linkField.slug] : access.update;
  return {
    list: endpoint(`GET ${all}`, {
      access: rule,
      query: z.strictObject({
        page: z.coerce.number().int().min(1).default(1),
        per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(50),
        search: z.string().trim().max(255).optional(),
      }),
      result: listPage(Hit),
    }),
    replace: endpoint(`PUT ${all}`, { access: rule, body: LinkedIds, result: LinkedIds }),
    add: endpoint(`POST ${all}`, { access: rule, body: LinkedIds, result: LinkedIds }),
    remove: endpoint(`DELETE ${all}/:linked_id`, { access: rule, result: Hit }),
  };
};

export type LinkEndpoints = ReturnType<typeof linkEndpoints>;
