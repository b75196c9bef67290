import type { ComponentType } from 'react';
import { declareAll } from '#resources/engine/declareAll.ts';
import { defineReference, defineResource } from '#resources/engine/defineResource.tsx';

/** What must not compile in a declaration; `tsc` fails when one of these does. */
const icon: ComponentType = () => null;

defineResource('nomenclature', { icon, columns: ['name', 'weight'], optionalColumns: ['brand_id'] });
defineResource('catalog', { icon, columns: ['name'], represent: model => model.name.toUpperCase() });
defineReference('unit', { columns: ['name'] });

// @ts-expect-error no such resource
defineResource('nomenclatura', { icon, columns: [] });
// @ts-expect-error no such column
defineResource('nomenclature', { icon, columns: ['colour'] });
// @ts-expect-error a model has no weight
defineResource('catalog', { icon, columns: ['weight'] });
// @ts-expect-error a model's name is a text
defineResource('catalog', { icon, columns: ['name'], represent: model => model.name.toFixed() });
// @ts-expect-error no such reference
defineReference('colour');
defineResource('nomenclature', {
  icon,
  columns: ['name'],
  // @ts-expect-error no such permission
  tabs: { settings: { label: 'shell.tabs.settings', access: ['product.show-everything'], shows: ['name'] } },
});
defineResource('nomenclature', {
  icon,
  columns: ['name'],
  // @ts-expect-error no such message
  tabs: { settings: { label: 'shell.tabs.everything', access: ['product.show-general'], shows: ['name'] } },
});
defineResource('nomenclature', {
  icon,
  columns: ['name'],
  // @ts-expect-error no such field
  tabs: { settings: { label: 'shell.tabs.settings', access: ['product.show-general'], shows: ['colour'] } },
});

defineResource('nomenclature', {
  icon,
  columns: ['name'],
  // @ts-expect-error the record names five tabs
  tabs: { settings: { label: 'shell.tabs.settings', shows: ['name'] } },
});
defineResource('roles', {
  icon,
  columns: ['name'],
  // @ts-expect-error the record names no tabs
  tabs: { settings: { label: 'shell.tabs.settings', shows: ['name'] } },
});
// @ts-expect-error resource users is not declared, nor is any other
declareAll([defineResource('roles', { icon, columns: ['name'] })]);
