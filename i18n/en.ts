import { getPermissionNames } from '#contract/permissions.ts';
import { actAs } from './en/actAs.ts';
import { batches } from './en/batches.ts';
import { categoryEditor } from './en/categoryEditor.ts';
import { drafts } from './en/drafts.ts';
import { editing } from './en/editing.ts';
import { errors } from './en/errors.ts';
import { exportProfiles } from './en/exportProfiles.ts';
import { gallery } from './en/gallery.ts';
import { home } from './en/home.ts';
import { importing } from './en/importing.ts';
import { importPage } from './en/importPage.ts';
import { links } from './en/links.ts';
import { listing } from './en/listing.ts';
import { matrix } from './en/matrix.ts';
import { menu } from './en/menu.ts';
import { notifications } from './en/notifications.ts';
import { ordering } from './en/ordering.ts';
import { people } from './en/people.ts';
import * as resources from './en/resources.ts';
import { runs } from './en/runs.ts';
import { security } from './en/security.ts';
import { sending } from './en/sending.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { synchronization } from './en/synchronization.ts';
import { system } from './en/system.ts';
import { trash } from './en/trash.ts';
import { undo } from './en/undo.ts';
import { used } from './en/used.ts';
import { validation } from './en/validation.ts';
import { common, words } from './en/words.ts';
import { getPageMessages } from './getPageMessages.ts';
import type { AllLabels, Translation } from './messages.ts';
import type { ru } from './ru.ts';

export const en: Translation<typeof ru> = {
  session,
  shell,
  editing,
  actAs,
  menu,
  pages: getPageMessages('en'),
  errors,
  validation,
  home,
  importing,
  importPage,
  exportProfiles,
  links,
  listing,
  categoryEditor,
  gallery,
  ordering,
  used,
  matrix,
  notifications,
  drafts,
  batches,
  people,
  permissions: getPermissionNames('en'),
  runs,
  security,
  sending,
  synchronization,
  system,
  trash,
  undo,
  resources: resources satisfies AllLabels,
  common,
  words,
};
