import TuneIcon from '@mui/icons-material/Tune';
import { type ComponentType, useMemo } from 'react';
import { Navigate, Route, useParams } from 'react-router-dom';
import { offeredFilters } from '#contract/collection.ts';
import { collectionOf, type ResourceName } from '#contract/records.ts';
import { type ReferenceName, type ReferenceResource, referenceResource } from '#contract/references.ts';
import { routes } from '#contract/routes.ts';
import { createSegment, editAddress, listAddress } from './addresses.ts';
import { editor } from './edit/lazyEditor.ts';
import type { DefinedResource, Definition, ResourceConfig } from './types.ts';
import { lazyScreen } from './ui/lazyScreen.tsx';
import { FieldLabels, labelsIn, useFields } from './useFields.ts';
import { useSeen } from './useSeen.ts';

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

const list = lazyScreen<{ definition: Definition }>(
  () => import('./list/ListScreen.tsx').then(module => module.ListScreen),
  { isBare: true },
);
/** Most visits begin with a list: its code comes with the application's. */
export const preloadList = list.preload;

const ListScreen = asSeen(list);
const EditScreen = asSeen(editor);
const CreateScreen = asSeen(
  lazyScreen(() => import('./edit/CreateScreen.tsx').then(module => module.CreateScreen), { isBare: true }),
);

/**
 * Makes the screens of a resource: list, create and editor with their routes (§2), as react-admin's
 * own `ResourceProps`. Fields, filters and access come from the contract's collection of that name.
 * @throws when a column or tab names a field that the collection does not have.
 */
export const defineResource = <const R extends ResourceName>(name: R, config: ResourceConfig<R>): DefinedResource => {
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
    pages = {},
    below = null,
  } = config;
  const firstTab = tabs ? (Object.keys(tabs)[0] ?? '') : '';
  const collection = collectionOf(name);
  const definition = {
    name,
    collection,
    icon: config.icon,
    columns: config.columns,
    moreColumns,
    filters: offeredFilters(collection.fields),
    quickFilters,
    tabs,
    landing: config.landing ?? (() => firstTab),
    represent: (config.represent ?? (record => String((record as { name?: unknown }).name))) as Definition['represent'],
    listActions,
    selectionActions,
    recordActions,
    made,
    shows,
    mayChange,
    below,
  } as Definition;
  return {
    name,
    icon: config.icon,
    list: <ListScreen definition={definition} />,
    hasCreate: true,
    hasEdit: true,
    recordRepresentation: definition.represent,
    children: [
      ...Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />),
      ...(tabs ? tabbedRoutes(definition) : plainRoutes(definition)),
    ],
    definition,
  };
};

/** Declares the administration of a reference from its entry in the contract. */
export const defineReference = (
  name: ReferenceName,
  changes: Partial<ResourceConfig<ReferenceResource>> = {},
): DefinedResource => {
  const resource: ReferenceResource = referenceResource(name);
  const fields = Object.keys(collectionOf(resource).fields).filter(field => field !== 'archived' && field !== 'order');
  return defineResource(resource, {
    icon: TuneIcon as ComponentType,
    columns: [...fields, 'order', 'archived'] as ('name' | 'code' | 'order' | 'archived')[],
    ...changes,
  });
};

const tabbedRoutes = (definition: Definition) => {
  const { name, tabs } = definition;
  const segment = createSegment(name);
  const list = listAddress(name);
  const aliases = Object.keys(tabs ?? {}).flatMap(tab =>
    routes
      .filter(({ aliasOf }) => aliasOf === `${list}/:id/${tab}`)
      .map(({ path }) => ({ tab, path: path.slice(list.length + 1) })),
  );
  return [
    <Route key="new" path={segment} element={<CreateScreen definition={definition} />} />,
    segment === 'new' && (
      <Route key="create" path="create" element={<Navigate to="../new" replace relative="path" />} />
    ),
    ...aliases.map(({ tab, path }) => <Route key={path} path={path} element={<ToEditor {...{ definition, tab }} />} />),
    <Route key="edit" path=":id" element={<EditScreen definition={definition} />} />,
    <Route key="tab" path=":id/:tab" element={<EditScreen definition={definition} />} />,
  ];
};

const plainRoutes = (definition: Definition) => [
  <Route key="create" path="create" element={<CreateScreen definition={definition} />} />,
  <Route key="edit" path=":id/edit" element={<EditScreen definition={definition} />} />,
  <Route key="alias" path="edit/:id" element={<EditScreen definition={definition} />} />,
  <Route key="bare" path=":id" element={<ToEditor definition={definition} />} />,
];

const ToEditor = ({ definition, tab }: { definition: Definition; tab?: string }) => {
  const { id = '' } = useParams();
  return <Navigate to={editAddress(definition, id, tab)} replace />;
};
