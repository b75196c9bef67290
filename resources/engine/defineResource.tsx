import TuneIcon from '@mui/icons-material/Tune';
import { type ComponentType, useMemo } from 'react';
import { Navigate, Route, useParams } from 'react-router-dom';
import { offeredFilters } from '#contract/filters.ts';
import { collectionOf, type FieldName, type ResourceName } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import type { ReferenceName, ReferenceResource } from '#contract/references.ts';
import { routes } from '#contract/routes.ts';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { stockRoutes, stockScreen } from '../stock/screens.tsx';
import { createSegment, editAddress, listAddress } from './addresses.ts';
import type { DefinedResource, Definition, NothingUnshown, ResourceConfig, WritableField } from './types.ts';
import { FieldLabels, labelsIn, useFields } from './useFields.ts';
import { useSeen } from './visibleFields.ts';

type Screen = ComponentType<{ definition: Definition }>;

/** A screen of what the person may see of the resource, the fields that people defined included. */
const asSeen = (Screen: Screen): Screen => {
  const Seen: Screen = ({ definition }) => {
    const seen = useFields(useSeen(definition));
    return (
      <FieldLabels value={useMemo(() => labelsIn(seen), [seen])}>
        <Screen definition={seen} />
      </FieldLabels>
    );
  };
  return Seen;
};

const ListScreen = asSeen(lazyScreen(() => import('../list/ListScreen.tsx').then(module => module.ListScreen)));
const EditScreen = asSeen(lazyScreen(() => import('../form/EditScreen.tsx').then(module => module.EditScreen)));
const CreateScreen = asSeen(lazyScreen(() => import('../form/CreateScreen.tsx').then(module => module.CreateScreen)));

/**
 * Makes the screens of a resource: list, create and editor with their routes (§2), as react-admin's
 * own `ResourceProps`. Fields, filters and access come from the contract's collection of that name.
 * A field that a client may write and that nothing shows does not compile.
 */
export const defineResource = <
  const R extends ResourceName,
  Listed extends FieldName<R>,
  Edited extends FieldName<R> = FieldName<R>,
>(
  name: R,
  config: ResourceConfig<R, Listed, Edited> & NothingUnshown<Exclude<WritableField<R>, Listed | Edited>>,
): DefinedResource<R> => {
  const declared: ResourceConfig<R, Listed, Edited> = config;
  const {
    tabs = null,
    moreColumns = [],
    quickFilters = [],
    listActions = null,
    selectionActions = null,
    recordActions = null,
    made = null,
    shows = null,
    mayChange = null,
    below = null,
    inputs = {},
    cells = {},
  } = declared;
  const firstTab = tabs ? (Object.keys(tabs)[0] ?? '') : '';
  const collection = collectionOf(name);
  const definition = {
    name,
    collection,
    icon: declared.icon,
    columns: declared.columns,
    moreColumns,
    filters: offeredFilters(collection.fields),
    quickFilters,
    tabs,
    landing: declared.landing ?? (() => firstTab),
    represent: (declared.represent ??
      (record => String((record as { name?: unknown }).name))) as Definition['represent'],
    listActions,
    selectionActions,
    recordActions,
    made,
    shows,
    mayChange,
    below,
    inputs,
    cells,
    stock: { list: declared.list, create: declared.create, edit: declared.edit, show: declared.show },
  } as unknown as Definition;
  return {
    name,
    icon: declared.icon,
    list: declared.list ? stockScreen(name, 'list', declared.list) : <ListScreen definition={definition} />,
    hasCreate: true,
    hasEdit: true,
    hasShow: Boolean(declared.show),
    recordRepresentation: definition.represent,
    children: [...stockRoutes(definition), ...(tabs ? tabbedRoutes(definition) : plainRoutes(definition))],
    definition,
  };
};

/** Declares the administration of a reference from its entry in the contract. */
export const defineReference = (
  name: ReferenceName,
  changes: Partial<ResourceConfig<ReferenceResource>> = {},
): DefinedResource<ReferenceResource> => {
  const resource: ReferenceResource = referenceResource(name);
  const fields = Object.keys(collectionOf(resource).fields).filter(field => field !== 'archived' && field !== 'order');
  return defineResource(resource, {
    icon: TuneIcon as ComponentType,
    columns: [...fields, 'order', 'archived'] as ('name' | 'code' | 'order' | 'archived')[],
    ...changes,
  });
};

const tabbedRoutes = (definition: Definition) => {
  const { name, tabs, stock } = definition;
  const segment = createSegment(name);
  const list = listAddress(name);
  const aliases = Object.keys(tabs ?? {}).flatMap(tab =>
    routes
      .filter(({ aliasOf }) => aliasOf === `${list}/:id/${tab}`)
      .map(({ path }) => ({ tab, path: path.slice(list.length + 1) })),
  );
  return [
    !stock.create && <Route key="new" path={segment} element={<CreateScreen definition={definition} />} />,
    segment === 'new' && (
      <Route key="create" path="create" element={<Navigate to="../new" replace relative="path" />} />
    ),
    ...aliases.map(({ tab, path }) => <Route key={path} path={path} element={<ToEditor {...{ definition, tab }} />} />),
    ...(stock.edit ? [] : [':id', ':id/:tab']).map(path => (
      <Route key={path} path={path} element={<EditScreen definition={definition} />} />
    )),
  ];
};

const plainRoutes = (definition: Definition) => [
  !definition.stock.create && <Route key="create" path="create" element={<CreateScreen definition={definition} />} />,
  ...(definition.stock.edit ? [] : [':id/edit', 'edit/:id']).map(path => (
    <Route key={path} path={path} element={<EditScreen definition={definition} />} />
  )),
  definition.stock.edit && (
    <Route key="alias" path="edit/:id" element={stockScreen(definition.name, 'edit', definition.stock.edit)} />
  ),
  <Route key="bare" path=":id" element={<ToEditor definition={definition} />} />,
];

const ToEditor = ({ definition, tab }: { definition: Definition; tab?: string }) => {
  const { id = '' } = useParams();
  return <Navigate to={editAddress(definition, id, tab)} replace />;
};
