export type Change = { file: string } & ({ text: string } | { line: string; before: string | null });

export interface Named {
  name: string;
  ru: readonly [one: string, several: string];
  en: readonly [one: string, several: string];
}

/** Words may contain apostrophes; the formatter chooses the quotes. */
const quote = (text: string): string => JSON.stringify(text);
const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const record = ({ name }: Named): string => `import { text } from '../kinds.ts';
import { defineRecord } from '../record.ts';
import { lifecycle } from './lifecycle.ts';

export const ${name} = defineRecord(
  '${name}',
  {
    name: text({ required: true }),
    code: text({ max: 64 }),
    status: lifecycle,
  },
  {
    path: '/${name}',
    access: {
      list: ['products.show-list'],
      read: ['product.show-general'],
      create: ['product.show-general'],
      update: ['product.show-general'],
      remove: ['product.show-general'],
    },
    search: ['name', 'code'],
    sort: ['name', 'code', 'status', 'updated_at', 'created_at'],
    features: ['drafts', 'presence'],
    menu: { group: 'content', order: 45 },
  },
);
`;

const labels = {
  ru: { name: 'Название', code: 'Код', status: 'Статус', denied: (several: string) => `У вас нет доступа: ${several}` },
  en: { name: 'Name', code: 'Code', status: 'Status', denied: (several: string) => `You have no access: ${several}` },
} as const;

const labelsFile = ({ name, ...forms }: Named, language: 'ru' | 'en'): string => {
  const [one, several] = forms[language];
  const texts = labels[language];
  return `import type { Labels } from '../../messages.ts';

export const ${name} = {
  one: ${quote(one)},
  several: ${quote(several)},
  count: ${quote(`${several}: %{number}`)},
  denied: ${quote(texts.denied(several))},
  fields: { name: '${texts.name}', code: '${texts.code}', status: '${texts.status}' },
} as const satisfies Labels<'${name}'>;
`;
};

const table = ({ name }: Named): string => `import { pgTable } from 'drizzle-orm/pg-core';
import { records } from '#contract/records.ts';
import { collatedText, recordStamp, searchTextColumn } from '../columns.ts';
import { createListIndexes } from '../indexes.ts';
import { lifecycleColumn } from '../sharedColumns.ts';

export const ${name} = pgTable(
  '${toSnakeCase(name)}',
  {
    ...recordStamp(),
    name: collatedText().notNull(),
    code: collatedText(),
    status: lifecycleColumn(),
    search: searchTextColumn(records.${name}.search),
  },
  table => createListIndexes('${toSnakeCase(name)}', records.${name}, table),
);
`;

const declaration = ({ name }: Named): string => `import ListIcon from '@mui/icons-material/ListAltOutlined';
import { defineResource } from './engine/defineResource.tsx';

export const ${name} = defineResource('${name}', {
  icon: ListIcon,
  columns: ['name', 'code', 'status'],
});
`;

/** Five files and a line in each of five lists, because everything else is derived from them. */
export const resource = (names: Named): Change[] => {
  const { name } = names;
  const line = `export { ${name} } from './resources/${name}.ts';\n`;
  return [
    { file: `contract/resources/${name}.ts`, text: record(names) },
    { file: `i18n/ru/resources/${name}.ts`, text: labelsFile(names, 'ru') },
    { file: `i18n/en/resources/${name}.ts`, text: labelsFile(names, 'en') },
    { file: `server/db/tables/${name}.ts`, text: table(names) },
    { file: `resources/${name}.tsx`, text: declaration(names) },
    { file: 'contract/resources.ts', line, before: null },
    { file: 'i18n/ru/resources.ts', line, before: null },
    { file: 'i18n/en/resources.ts', line, before: null },
    {
      file: 'server/records/bindings.ts',
      line: `import { ${name} } from '../db/tables/${name}.ts';\n`,
      before: "import { type BoundTable, bindTable } from './bindTable.ts';",
    },
    { file: 'server/records/bindings.ts', line: `  ${name}: bindTable(records.${name}, ${name}, {}),\n`, before: '};' },
    {
      file: 'resources/all.ts',
      line: `import { ${name} } from './${name}.tsx';\n`,
      before: "import { users } from './users.tsx';",
    },
    { file: 'resources/all.ts', line: `  ${name},\n`, before: '  ...references,' },
  ];
};

export const page = ({ name, ru, en }: Named): Change[] => {
  const component = `${capitalize(name)}Page`;
  return [
    {
      file: 'contract/pages.ts',
      line: `  ${name}: { path: '/${name}', access: 'signed-in', menu: { group: 'changes', order: 30 } },\n`,
      before: '});\n\nexport type PageName',
    },
    {
      file: `i18n/pages/${name}.ts`,
      text: `import { definePageMessages } from '../definePageMessages.ts';

export const ${name} = definePageMessages('${name}', {
  ru: { title: ${quote(ru[1])}, denied: ${quote(labels.ru.denied(ru[1]))}, about: 'Здесь пока пусто' },
  en: { title: ${quote(en[1])}, denied: ${quote(labels.en.denied(en[1]))}, about: 'There is nothing here yet' },
});
`,
    },
    { file: 'i18n/pages.ts', line: `export { ${name} } from './pages/${name}.ts';\n`, before: null },
    {
      file: `src/pages/${name}/${component}.tsx`,
      text: `import { useT } from '#providers/locale/i18nProvider.ts';
import { Page } from '#ui/Page.tsx';

export const ${component} = () => {
  const t = useT();
  return <Page title={t('pages.${name}.title')}>{t('pages.${name}.about')}</Page>;
};
`,
    },
    {
      file: 'src/pages.ts',
      line: "import PageIcon from '@mui/icons-material/ArticleOutlined';\n",
      before: 'import HistoryIcon from',
    },
    {
      file: 'src/pages.ts',
      line: `  ${name}: {
    icon: PageIcon,
    load: () => import('./pages/${name}/${component}.tsx').then(({ ${component} }) => ${component}),
  },
`,
      before: '};',
    },
  ];
};

export const reference = ({ name, ru, en }: Named): Change[] => [
  {
    file: 'contract/references.ts',
    line: `  ${name}: { ru: [${ru.map(quote).join()}], en: [${en.map(quote).join()}] },\n`,
    before: '} as const satisfies Record<string, Reference>;',
  },
];

/** A field kind: one file per side. It starts as a line of text, so that it compiles and works before it is edited. */
export const kind = ({ name }: Named): Change[] => {
  const input = `${capitalize(name)}Input`;
  return [
    {
      file: `contract/fields/${name}.ts`,
      text: `import { z } from 'zod';
import { type FieldFlags, field } from '../field.ts';
import { defineKind } from '../kind.ts';

export const ${name} = defineKind(
  <const O extends FieldFlags>(options?: O) => field('${name}', {}, options, z.string().trim().min(1).max(64)),
  { filter: null, sample: (_, n) => \`${name} \${n}\` },
);
`,
    },
    { file: 'contract/kinds.ts', line: `export { ${name} } from './fields/${name}.ts';\n`, before: null },
    {
      file: `resources/fields/${name}.tsx`,
      text: `import { TextField } from '#ui/TextField.tsx';
import { useTextInput } from './textInput.tsx';
import { type KindInputProps, definePlainView } from './view.ts';

const ${input} = (props: KindInputProps<'${name}'>) => <TextField {...useTextInput(props)} maxLength={64} />;

export const ${name} = definePlainView('${name}', { Input: ${input}, useCell: () => String, width: () => 130 });
`,
    },
    { file: 'resources/fields/kinds.ts', line: `export { ${name} } from './${name}.tsx';\n`, before: null },
    {
      file: `server/records/kinds/${name}.ts`,
      text: `import { createParsedValue, readCellText } from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';

export const ${name} = defineStoredKind('${name}', {
  parse: cell => createParsedValue(readCellText(cell).trim()),
  write: text => text,
  format: () => '@',
  example: () => '${name} 1',
});
`,
    },
    { file: 'server/records/kinds.ts', line: `export { ${name} } from './kinds/${name}.ts';\n`, before: null },
    {
      file: 'tests/spec/kindsRoundTrip.test.ts',
      line: `  ${name}: kinds.${name}(),\n`,
      before: '};\n\nconst ids = ',
    },
  ];
};
