/** A page with react-admin's components, for a test that puts it in place of a page that `npm run new` has written. */
import { DataTable, List, SaveButton, SimpleForm, TextInput, Toolbar } from 'react-admin';
import { RecordLink } from '#resources/stock/RecordLink.tsx';
import { StockFrame } from '#resources/stock/StockFrame.tsx';
import { Page } from '#ui/Page.tsx';

// react-admin's own toolbar has a button that deletes a record, of which there is none.
const toolbar = (
  <Toolbar>
    <SaveButton />
  </Toolbar>
);

export const ForecastsPage = () => (
  <Page title="Прогнозы">
    <StockFrame>
      <SimpleForm onSubmit={() => undefined} toolbar={toolbar}>
        <TextInput source="note" label="Заметка" />
      </SimpleForm>
      <List resource="settings/project" sort={{ field: 'name', order: 'ASC' }} disableSyncWithLocation>
        <DataTable rowClick={false}>
          <DataTable.Col source="name" field={RecordLink} />
          <DataTable.Col source="code" />
        </DataTable>
      </List>
    </StockFrame>
  </Page>
);
