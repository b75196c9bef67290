import type { Translation } from '../messages.ts';
import type { exporting as source } from '../ru/exporting.ts';

export const exporting: Translation<typeof source> = {
  yes: 'yes',
  no: 'no',
  file: '%{name} %{day}',
  priceIn: 'Price (%{project}), RUB',
  categoriesOn: 'Categories (%{projects})',
  ownNumber: 'Vitrina number',
  unencodable:
    'The encoding %{encoding} has no character “%{letter}” (%{code}), so it would be lost. Choose UTF-8 or an .xlsx file in the profile',
  tooManyProfiles: 'There are %{limit} export profiles already: delete those that are no longer used',
  profileChanged: 'Someone else has saved the profile “%{name}” while you were changing it: look at what it has become',
  sameHeadings:
    'The profile “%{name}” has the same headings with other fields or formats, so an import could not distinguish their files. Change at least one heading',
};
