import TuneIcon from '@mui/icons-material/Tune';
import type { ComponentType } from 'react';
import { listFilterNames } from '#contract/filters.ts';
import { type FieldName, getCollection, type ResourceName } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import type { ReferenceName, ReferenceResource } from '#contract/references.ts';
import { DeclaredValuesActions } from '../settings/DeclaredValuesActions.tsx';
import type { LoadScreen } from '../stock/createStockRoute.tsx';
import { createRoutes } from './routes.tsx';
import type {
  DefinedResource,
  Definition,
  EditableFields,
  NoHiddenFields,
  ResourceConfig,
  WritableField,
} from './types.ts';

/**
 * Builds the list, create and edit screens of a resource, its routes (§2) and react-admin's definition. Fields, filters
 * and access come from the contract. If no screen shows a writable field, this is a compile error.
 */
export const defineResource = <
  const R extends ResourceName,
  Listed extends FieldName<R>,
  Edited extends FieldName<R> = FieldName<R>,
  Edit extends LoadScreen | undefined = undefined,
>(
  name: R,
  config: ResourceConfig<R, Listed, Edited> & { edit?: Edit } & NoHiddenFields<
      Exclude<WritableField<R>, Listed | EditableFields<R, Edited, Edit>>
    >,
): DefinedResource<R> => {
  const resource: ResourceConfig<R, Listed, Edited> = config;
  const definition = buildDefinition<R>(name, resource as unknown as ResourceConfig<R>);
  return {
    name,
    icon: resource.icon,
    hasList: true,
    hasCreate: true,
    hasEdit: true,
    hasShow: Boolean(resource.show),
    recordRepresentation: definition.represent,
    route: createRoutes(definition),
    definition,
  };
};

const buildDefinition = <R extends ResourceName>(name: R, config: ResourceConfig<R>): Definition => {
  const { icon, columns, tabs = null, list, create, edit, show } = config;
  const collection = getCollection(name);
  return {
    name,
    collection,
    icon,
    columns,
    optionalColumns: config.optionalColumns ?? [],
    filters: listFilterNames(collection.fields),
    quickFilters: config.quickFilters ?? [],
    tabs,
    represent: config.represent ?? ((record: { name?: unknown }) => String(record.name)),
    listActions: config.listActions ?? null,
    selectionActions: config.selectionActions ?? null,
    recordActions: config.recordActions ?? null,
    afterCreate: config.afterCreate ?? null,
    fields: config.fields ?? null,
    canEdit: config.canEdit ?? null,
    whyClosed: config.whyClosed ?? null,
    footer: config.footer ?? null,
    inputs: config.inputs ?? {},
    cells: config.cells ?? {},
    stock: { list, create, edit, show },
  } as unknown as Definition;
};

export const defineReference = (
  name: ReferenceName,
  changes: Partial<ResourceConfig<ReferenceResource>> = {},
): DefinedResource<ReferenceResource> => {
  const resource: ReferenceResource = referenceResource(name);
  const fields = Object.keys(getCollection(resource).fields).filter(field => field !== 'archived' && field !== 'order');
  return defineResource(resource, {
    icon: TuneIcon as ComponentType,
    columns: [...fields, 'order', 'archived'] as ('name' | 'code' | 'order' | 'archived')[],
    listActions: <DeclaredValuesActions code={name} />,
    ...changes,
  });
};
