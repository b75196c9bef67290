import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { collection } from '#contract/collection.ts';
import { endpoint, type PathParams } from '#contract/endpoint.ts';
import type { EventName, EventPayload } from '#contract/events.ts';
import { barcode, number, one, reference, status, text } from '#contract/kinds.ts';
import { definePages } from '#contract/page.ts';
import { type Access, isAllowed } from '#contract/permissions.ts';
import { defineRecord } from '#contract/record.ts';
import {
  type FieldName,
  getCollection,
  type ResourceName,
  type ResourceRecord,
  type ResourceWith,
} from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { getReference, type ReferenceName } from '#contract/references.ts';
import type { RoleSlug } from '#contract/roles.ts';

// Read by the type checker, never run: each marked line must not compile.

const open = ['settings_reference'] as const;
const access = { list: open, read: open, create: open, update: open, remove: open } as const;

describe('What the contract refuses at compile time', () => {
  it('[H13] an access rule names slugs that exist, and at least one', () => {
    const rules: Access[] = ['public', 'signed-in', ['products.show-list']];
    // @ts-expect-error no such slug
    rules.push(['product.show-lists']);
    // @ts-expect-error a rule of no slug would close an endpoint by accident
    rules.push([]);
    // @ts-expect-error no such word
    rules.push('everybody');
    expectTypeOf(isAllowed).parameter(0).toEqualTypeOf<Access | undefined>();
  });

  it('[H13] a collection searches and sorts by its own fields', () => {
    const fields = { name: text({ required: true }), weight: number({ unit: 'kg' }) };
    collection('/things', { access, fields, search: ['name'], sort: ['weight', 'updated_at'] });
    // @ts-expect-error no such field to search
    collection('/things', { access, fields, search: ['title'], sort: ['name'] });
    // @ts-expect-error no such field to sort by
    collection('/things', { access, fields, search: ['name'], sort: ['price'] });
    // @ts-expect-error a list has an order
    collection('/things', { access, fields, search: ['name'], sort: [] });
    const { remove: _, ...partly } = access;
    // @ts-expect-error a verb without a rule
    collection('/things', { access: partly, fields, search: ['name'], sort: ['name'] });
  });

  it('[H13] a resource is listed under its own name and refers only to what exists', () => {
    const fields = { name: text({ required: true }) };
    const rest = { path: '/things', access, search: ['name'], sort: ['name'] } as const;
    const thing = defineRecord('things', fields, {
      ...rest,
      features: ['drafts'],
      menu: { group: 'content', order: 1 },
    });
    ({ things: thing }) satisfies { things: { name: 'things' } };
    // @ts-expect-error the list calls it otherwise
    ({ goods: thing }) satisfies { goods: { name: 'goods' } };
    // @ts-expect-error no such feature
    defineRecord('things', fields, { ...rest, features: ['versions'] });
    // @ts-expect-error no such group of the menu
    defineRecord('things', fields, { ...rest, menu: { group: 'contents', order: 1 } });
    // @ts-expect-error no such permission opens a tab
    defineRecord('things', fields, { ...rest, screens: { tabs: { price: ['product.show-price'] } } });
    // @ts-expect-error no such section
    defineRecord('things', fields, { ...rest, screens: { section: 'user' } });
    'nomenclature' satisfies ResourceWith<'presence'>;
    // @ts-expect-error it does not ask for it
    'roles' satisfies ResourceWith<'presence'>;
  });

  it('[H13] a page names a permission, a place in the menu and a section that exist', () => {
    definePages({ sales: { path: '/sales', access: ['products.show-list'], menu: { group: 'changes', order: 1 } } });
    // @ts-expect-error no such permission
    definePages({ sales: { path: '/sales', access: ['reports.show-sales'] } });
    // @ts-expect-error no such group of the menu
    definePages({ sales: { path: '/sales', access: 'signed-in', menu: { group: 'reports', order: 1 } } });
    // @ts-expect-error no such resource
    definePages({ sales: { path: '/sales', access: 'signed-in', section: 'products' } });
    // @ts-expect-error no such option
    definePages({ sales: { path: '/sales', access: 'signed-in', titel: '' } });
  });

  it('[H13] a field kind takes only its own options', () => {
    // @ts-expect-error a unit that does not exist
    number({ unit: 'pound' });
    // @ts-expect-error a text has no decimals
    text({ decimals: 2 });
    // @ts-expect-error a status has at least one word
    status([]);
    // @ts-expect-error a reference names what it refers to
    reference();
    // @ts-expect-error a barcode has no unit
    barcode({ unit: 'kg' });
  });

  it('[H13] a record is what its fields are', () => {
    expectTypeOf<ResourceRecord<'nomenclature'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<ResourceRecord<'nomenclature'>['weight']>().toEqualTypeOf<number | null>();
    expectTypeOf<ResourceRecord<'nomenclature'>['status']>().toEqualTypeOf<'draft' | 'active' | 'archived'>();
    // A guarded field is not sent to everybody.
    expectTypeOf<ResourceRecord<'catalog'>['product_ids']>().toEqualTypeOf<number[] | undefined>();
    expectTypeOf<ResourceRecord<'nomenclature'>['version']>().toEqualTypeOf<number>();
    expectTypeOf<FieldName<'catalog'>>().not.toExtend<'version' | 'id' | 'created_at'>();
    // @ts-expect-error a model has no barcode
    expectTypeOf<ResourceRecord<'catalog'>['barcode']>();
    // @ts-expect-error records keep the names of the wire
    expectTypeOf<ResourceRecord<'nomenclature'>['brandId']>();
  });

  it('[H13] resources and references that are not declared have no name', () => {
    getCollection('nomenclature' satisfies ResourceName);
    getReference('brand');
    expectTypeOf(referenceResource('unit')).toExtend<ResourceName>();
    // @ts-expect-error no such resource
    'products' satisfies ResourceName;
    // @ts-expect-error no such reference
    getReference('colour');
    // @ts-expect-error no such reference
    'settings/reference/colour' satisfies ResourceName;
    // @ts-expect-error no such role
    'guest' satisfies RoleSlug;
    expectTypeOf<string>().not.toExtend<ReferenceName>();
  });

  it('[H13] the parameters of a path are read from the path', () => {
    expectTypeOf<PathParams<'/models/:id/products/:product_id'>>().toExtend<{ id: string; product_id: string }>();
    // @ts-expect-error this path has no such parameter
    expectTypeOf<PathParams<'/models/:id'>['name']>();
    const read = endpoint('GET /models/:id', { access: open });
    expectTypeOf(read.path).toEqualTypeOf<'/models/:id'>();
    // @ts-expect-error no such method
    endpoint('PATCH /models/:id', { access: open });
    // @ts-expect-error no such slug
    endpoint('GET /models/:id', { access: ['models.list'] });
  });

  it('[H13] a socket event carries what the contract declares', () => {
    expectTypeOf<EventPayload<'IMPORT_UPDATE'>['progress']>().toEqualTypeOf<number>();
    'IMPORT_INTERUPT' satisfies EventName;
    // @ts-expect-error the specification spells it with one R
    'IMPORT_INTERRUPT' satisfies EventName;
    // @ts-expect-error this event carries no progress
    expectTypeOf<EventPayload<'IMPORT_READY'>['progress']>();
  });

  it('[H13] a schema gives its own type and no other', () => {
    const { schema } = text({ required: true });
    expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<string>();
    const optional = text().schema;
    expectTypeOf<z.output<typeof optional>>().toEqualTypeOf<string | null>();
    const owner = one('catalog', { required: true });
    expectTypeOf(owner.of).toEqualTypeOf<'catalog'>();
    expectTypeOf<z.output<typeof owner.schema>>().toEqualTypeOf<number>();
  });
});
