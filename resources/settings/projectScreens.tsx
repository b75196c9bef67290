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

const filterInputs = [<SearchInput key="q" source="q" alwaysOn />, <BooleanInput key="archived" source="archived" />];
const codeRules = [required(), maxLength(32)];

export const ProjectList = () => (
  <List sort={{ field: 'name', order: 'ASC' }} filters={filterInputs}>
    <DataTable rowClick={false} hiddenColumns={['archived']}>
      <DataTable.Col source="name" field={RecordLink} />
      <DataTable.Col source="code" />
      <DataTable.Col source="platform" />
      <DataTable.Col source="currency" disableSort />
      <DataTable.Col source="archived" field={BooleanField} disableSort />
    </DataTable>
  </List>
);

const formInputs = (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="code" validate={codeRules} />
    <TextInput source="platform" validate={codeRules} />
    <BooleanInput source="archived" />
  </SimpleForm>
);

export const ProjectCreate = () => <Create>{formInputs}</Create>;
export const ProjectEdit = () => <Edit>{formInputs}</Edit>;
