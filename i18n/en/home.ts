import type { Translation } from '../messages.ts';
import type * as ru from '../ru/home.ts';

export const home: Translation<typeof ru.home> = {
  hello: 'Hello, %{name}',
  totals: 'In the base',
  waiting: 'Waiting for attention',
  nothingWaits: 'none',
  draftsWithoutBarcode: 'Drafts without a barcode',
  draftsWithoutPrice: 'Drafts without a price',
  activeWithoutPrice: 'Active products without a price',
  activeWithoutPicture: 'Active products without a picture',
  modelsWithoutProducts: 'Models without products',
  completeness: 'Completeness of products',
  missing: '%{number} lack it',
  recent: 'Changed lately',
  imports: 'Recent imports',
  rows: 'new %{new}, changed %{changed}, faulty %{faulty}',
};
