import {
  BooleanField,
  BooleanInput,
  BulkDeleteButton,
  BulkExportButton,
  Create,
  CreateButton,
  DataTable,
  Edit,
  ExportButton,
  List,
  maxLength,
  NumberField,
  required,
  SearchInput,
  SimpleForm,
  TextInput,
  TopToolbar,
} from 'react-admin';
import { OrderButton } from '../order/OrderButton.tsx';
import { RecordLink } from '../stock/RecordLink.tsx';

const filterInputs = [<SearchInput key="q" source="q" alwaysOn />, <BooleanInput key="archived" source="archived" />];

const bulkActions = (
  <>
    <BulkExportButton />
    <BulkDeleteButton />
  </>
);

const ListButtons = () => (
  <TopToolbar>
    <OrderButton resource="settings/language" hint="ordering.languages" />
    <ExportButton />
    <CreateButton />
  </TopToolbar>
);

export const LanguageList = () => (
  <List sort={{ field: 'order', order: 'ASC' }} filters={filterInputs} actions={<ListButtons />}>
    <DataTable rowClick={false} bulkActionButtons={bulkActions}>
      <DataTable.Col source="name" field={RecordLink} />
      <DataTable.Col source="code" />
      <DataTable.Col source="order" field={NumberField} />
      <DataTable.Col source="archived" field={BooleanField} disableSort />
    </DataTable>
  </List>
);

const formInputs = (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="code" validate={[required(), maxLength(32)]} />
    <BooleanInput source="archived" />
  </SimpleForm>
);

export const LanguageCreate = () => <Create>{formInputs}</Create>;
export const LanguageEdit = () => <Edit>{formInputs}</Edit>;
