import {
  BooleanField,
  BooleanInput,
  Create,
  DataTable,
  Edit,
  List,
  maxLength,
  required,
  SearchInput,
  SimpleForm,
  TextInput,
} from 'react-admin';
import { RecordLink } from '../stock/RecordLink.tsx';

const filters = [<SearchInput key="q" source="q" alwaysOn />, <BooleanInput key="archived" source="archived" />];
const code = [required(), maxLength(32)];

export const ProjectList = () => (
  <List sort={{ field: 'name', order: 'ASC' }} filters={filters}>
    <DataTable rowClick={false} hiddenColumns={['archived']}>
      <DataTable.Col source="name" field={RecordLink} />
      <DataTable.Col source="code" />
      <DataTable.Col source="platform" />
      <DataTable.Col source="currency" disableSort />
      <DataTable.Col source="archived" field={BooleanField} disableSort />
    </DataTable>
  </List>
);

const form = (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="code" validate={code} />
    <TextInput source="platform" validate={code} />
    <BooleanInput source="archived" />
  </SimpleForm>
);

export const ProjectCreate = () => <Create>{form}</Create>;
export const ProjectEdit = () => <Edit>{form}</Edit>;
