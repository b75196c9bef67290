/** Screens that use every react-admin component, for a test that builds them in place of a resource's own. */
import {
  ArrayField,
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanField,
  BooleanInput,
  BulkDeleteButton,
  BulkDeleteWithConfirmButton,
  BulkExportButton,
  BulkUpdateButton,
  CheckboxGroupInput,
  ChipField,
  CloneButton,
  ColumnsButton,
  Confirm,
  Count,
  Create,
  CreateButton,
  Datagrid,
  DataTable,
  DateField,
  DateInput,
  DateTimeInput,
  DeleteButton,
  DeleteWithConfirmButton,
  Edit,
  EditButton,
  EmailField,
  ExportButton,
  FileField,
  FileInput,
  FilterButton,
  FilterList,
  FilterListItem,
  FilterLiveSearch,
  FunctionField,
  ImageField,
  ImageInput,
  List,
  ListButton,
  NullableBooleanInput,
  NumberField,
  NumberInput,
  Pagination,
  PasswordInput,
  PrevNextButtons,
  RadioButtonGroupInput,
  RecordField,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceInput,
  ReferenceManyCount,
  ReferenceManyField,
  RefreshButton,
  RichTextField,
  required,
  SaveButton,
  SearchInput,
  SelectArrayInput,
  SelectField,
  SelectInput,
  Show,
  ShowButton,
  SimpleForm,
  SimpleFormIterator,
  SimpleList,
  SimpleShowLayout,
  SingleFieldList,
  SortButton,
  TabbedForm,
  TabbedShowLayout,
  TextArrayField,
  TextArrayInput,
  TextField,
  TextInput,
  TimeInput,
  Toolbar,
  TopToolbar,
  TranslatableFields,
  TranslatableInputs,
  UpdateButton,
  UrlField,
  WrapperField,
} from 'react-admin';

const choices = [
  { id: 'one', name: 'Один' },
  { id: 'two', name: 'Два' },
];
const filters = [<SearchInput key="q" source="q" alwaysOn />, <BooleanInput key="archived" source="archived" />];

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <SortButton fields={['name', 'code']} />
    <ColumnsButton />
    <RefreshButton />
    <ExportButton />
    <CreateButton />
  </TopToolbar>
);
const Bulk = () => (
  <>
    <BulkExportButton />
    <BulkUpdateButton data={{ archived: true }} />
    <BulkDeleteButton />
    <BulkDeleteWithConfirmButton />
  </>
);
const Aside = () => (
  <aside>
    <FilterLiveSearch source="q" />
    <FilterList label="Архив" icon={null}>
      <FilterListItem label="В архиве" value={{ archived: true }} />
    </FilterList>
  </aside>
);

export const ProjectList = () => (
  <List filters={filters} actions={<Actions />} aside={<Aside />} pagination={<Pagination />}>
    <>
      <Count />
      <DataTable bulkActionButtons={<Bulk />} expand={<TextField source="code" />}>
        <DataTable.Col source="name" />
        <DataTable.NumberCol source="version" />
        <DataTable.Col label="Действия">
          <EditButton />
          <ShowButton />
          <CloneButton />
          <DeleteButton />
        </DataTable.Col>
      </DataTable>
      <Datagrid bulkActionButtons={<Bulk />}>
        <TextField source="name" />
        <DateField source="updated_at" showTime locales="ru" />
      </Datagrid>
      <SimpleList primaryText="%{name}" secondaryText={record => String(record['code'])} />
      <SingleFieldList>
        <ChipField source="name" />
      </SingleFieldList>
    </>
  </List>
);

const inputs = [
  <TextInput key="name" source="name" validate={required()} />,
  <TextInput key="code" source="code" validate={required()} />,
  <TextInput key="platform" source="platform" validate={required()} />,
  <TextInput key="long" source="long" label="Описание" multiline />,
  <BooleanInput key="archived" source="archived" />,
];
const moreInputs = [
  <NumberInput key="number" source="number" label="Число" />,
  <DateInput key="date" source="date" label="Дата" />,
  <DateTimeInput key="moment" source="moment" label="Время и дата" />,
  <TimeInput key="time" source="time" label="Время" />,
  <PasswordInput key="password" source="password" label="Пароль" />,
  <NullableBooleanInput key="maybe" source="maybe" label="Да, нет или неизвестно" />,
  <SelectInput key="select" source="select" label="Одно" choices={choices} />,
  <SelectArrayInput key="selectArray" source="selectArray" label="Несколько" choices={choices} />,
  <AutocompleteInput key="auto" source="auto" label="Одно с поиском" choices={choices} />,
  <AutocompleteArrayInput key="autos" source="autos" label="Несколько с поиском" choices={choices} />,
  <RadioButtonGroupInput key="radio" source="radio" label="Одно из двух" choices={choices} />,
  <CheckboxGroupInput key="checks" source="checks" label="Любые" choices={choices} />,
  <TextArrayInput key="texts" source="texts" label="Слова" />,
  <ReferenceInput key="language" source="language_id" reference="settings/language">
    <AutocompleteInput label="Язык" />
  </ReferenceInput>,
  <ReferenceArrayInput key="languages" source="language_ids" reference="settings/language">
    <AutocompleteArrayInput label="Языки" />
  </ReferenceArrayInput>,
  <FileInput key="file" source="file" label="Файл">
    <FileField source="src" title="title" />
  </FileInput>,
  <ImageInput key="image" source="image" label="Картинка">
    <ImageField source="src" title="title" />
  </ImageInput>,
  <ArrayInput key="items" source="items" label="Строки" defaultValue={[{ word: 'раз' }]}>
    <SimpleFormIterator inline>
      <TextInput source="word" label="Слово" />
    </SimpleFormIterator>
  </ArrayInput>,
  <TranslatableInputs key="words" locales={['ru', 'en']}>
    <TextInput source="title" label="Заголовок" />
  </TranslatableInputs>,
];

export const ProjectCreate = () => (
  <Create>
    <SimpleForm>
      {inputs}
      {moreInputs}
    </SimpleForm>
  </Create>
);

const EditActions = () => (
  <TopToolbar>
    <PrevNextButtons linkType="edit" />
    <ShowButton />
    <ListButton />
    <UpdateButton data={{ archived: true }} label="В архив" />
    <DeleteWithConfirmButton />
  </TopToolbar>
);

export const ProjectEdit = () => (
  <Edit actions={<EditActions />}>
    <TabbedForm
      toolbar={
        <Toolbar>
          <SaveButton />
        </Toolbar>
      }
    >
      <TabbedForm.Tab label="Главное">{inputs}</TabbedForm.Tab>
      <TabbedForm.Tab label="Прочее">{moreInputs}</TabbedForm.Tab>
    </TabbedForm>
    <Confirm isOpen={false} title="Точно?" content="Да" onConfirm={() => undefined} onClose={() => undefined} />
  </Edit>
);

const sample = {
  id: 1,
  html: '<p>Пишем <b>жирно</b><img src="x" onerror="document.title = 1"></p>',
  email: 'a@example.com',
  url: 'https://example.com',
  number: 1234.5,
  date: '2026-11-23',
  yes: true,
  choice: 'one',
  words: ['раз', 'два'],
  rows: [{ id: 1, word: 'раз' }],
  title: { ru: 'Да', en: 'Yes' },
  file: { src: 'data:text/plain,x', title: 'x.txt' },
  language_id: 1,
};

export const ProjectShow = () => (
  <Show>
    <TabbedShowLayout>
      <TabbedShowLayout.Tab label="Запись">
        <TextField source="name" />
        <RecordField source="code" />
        <ReferenceManyCount reference="settings/language" target="archived" label="Сколько" />
        <ReferenceManyField reference="settings/language" target="archived" label="Языки">
          <SingleFieldList linkType={false} />
        </ReferenceManyField>
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Образцы">
        <SimpleShowLayout record={sample}>
          <RichTextField source="html" />
          <RichTextField source="html" stripTags />
          <EmailField source="email" />
          <UrlField source="url" />
          <NumberField source="number" locales="ru" />
          <DateField source="date" locales="ru" />
          <BooleanField source="yes" />
          <SelectField source="choice" choices={choices} />
          <TextArrayField source="words" />
          <FileField source="file.src" title="file.title" />
          <ImageField source="file.src" title="file.title" />
          <FunctionField render={record => String(record['id'])} label="Сам" />
          <WrapperField label="Обёртка">
            <TextField source="email" />
          </WrapperField>
          <ReferenceField source="language_id" reference="settings/language" />
          <ArrayField source="rows">
            <DataTable bulkActionButtons={false}>
              <DataTable.Col source="word" label="Слово" />
            </DataTable>
          </ArrayField>
          <TranslatableFields locales={['ru', 'en']}>
            <TextField source="title" />
          </TranslatableFields>
        </SimpleShowLayout>
      </TabbedShowLayout.Tab>
    </TabbedShowLayout>
  </Show>
);
