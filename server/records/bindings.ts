import type { PgTable } from 'drizzle-orm/pg-core';
import { type DeclaredResource, records } from '#contract/records.ts';
import { findRowsTouchedByRoles, roleRules } from '../accounts/people/roleRules.ts';
import { findRowsTouchedByUsers, userRules } from '../accounts/people/userRules.ts';
import {
  attributes,
  barcodePrefixes,
  cafes,
  languages,
  matrices,
  matrixProducts,
  modelCategories,
  models,
  productCategories,
  productModels,
  productPrices,
  products,
  projects,
  referenceLists,
  rolePermissions,
  roles,
  userPermissions,
  userRights,
  users,
} from '../db/schema.ts';
import { matrixRules } from '../matrices/accessRules.ts';
import { type BoundTable, bindTable } from './bindTable.ts';
import { findRowsTouchedByProducts } from './matrixProducts.ts';
import { matrixRows } from './matrixRows.ts';

/** The table of every resource. The type makes a resource without a table a compile error. */
export const bindings: Readonly<Record<DeclaredResource, BoundTable>> = {
  nomenclature: bindTable(
    records.nomenclature,
    products,
    {
      model_ids: { table: productModels, own: productModels.product_id, other: productModels.model_id },
      categories: {
        table: productCategories,
        own: productCategories.product_id,
        other: productCategories.category_id,
      },
      prices: {
        table: productPrices,
        own: productPrices.product_id,
        other: productPrices.project_id,
        value: {
          project_id: productPrices.project_id,
          amount: productPrices.amount,
          currency: productPrices.currency,
        },
      },
    },
    {
      touches: findRowsTouchedByProducts,
      memberships: {
        matrices: {
          table: matrixProducts,
          own: matrixProducts.product_id,
          other: matrixProducts.matrix_id,
          isShownByOther: true,
        },
      },
    },
  ),
  catalog: bindTable(records.catalog, models, {
    product_ids: { table: productModels, own: productModels.model_id, other: productModels.product_id },
    categories: { table: modelCategories, own: modelCategories.model_id, other: modelCategories.category_id },
  }),
  matrices: bindTable(
    records.matrices,
    matrices,
    {},
    {
      rows: matrixRows,
      rules: matrixRules,
      memberships: {
        nomenclature: { table: matrixProducts, own: matrixProducts.matrix_id, other: matrixProducts.product_id },
      },
    },
  ),
  users: bindTable(
    records.users,
    users,
    {
      permissions: {
        table: userPermissions,
        own: userPermissions.user_id,
        other: userPermissions.slug,
        value: { slug: userPermissions.slug },
      },
      rights: {
        table: userRights as unknown as PgTable,
        own: userRights.user_id,
        other: userRights.slug,
        value: { slug: userRights.slug },
      },
    },
    { rules: userRules, touches: findRowsTouchedByUsers },
  ),
  roles: bindTable(
    records.roles,
    roles,
    {
      permissions: {
        table: rolePermissions,
        own: rolePermissions.role_id,
        other: rolePermissions.slug,
        value: { slug: rolePermissions.slug },
      },
    },
    { rules: roleRules, touches: findRowsTouchedByRoles },
  ),
  'settings/project': bindTable(records['settings/project'], projects, {}),
  'settings/language': bindTable(records['settings/language'], languages, {}),
  'settings/barcode': bindTable(records['settings/barcode'], barcodePrefixes, {}),
  'settings/cafe': bindTable(records['settings/cafe'], cafes, {}),
  'settings/attribute': bindTable(records['settings/attribute'], attributes, {}),
  'settings/reference': bindTable(records['settings/reference'], referenceLists, {}),
};
