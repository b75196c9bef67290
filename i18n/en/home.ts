import type { Translation } from '../messages.ts';
import type * as ru from '../ru/home.ts';

export const home: Translation<typeof ru.home> = {
  hello: 'Hello, %{name}',
  about: 'What waits for attention, what changed and what was loaded',
  totals: 'In the base',
  waiting: 'Waiting for attention',
  nothingWaits: 'none',
  draftsWithoutBarcode: 'Drafts without a barcode',
  draftsWithoutPrice: 'Drafts without a price',
  activeWithoutPrice: 'Active products without a price',
  activeWithoutPicture: 'Active products without a picture',
  modelsWithoutProducts: 'Models without products',
  completeness: 'Completeness of products',
  missing: 'missing in %{number}',
  recent: 'Changed lately',
  imports: 'Recent imports',
  rows: 'new %{new}, changed %{changed}, faulty %{faulty}',
};
