import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import { endpoints } from '#contract/endpoints.ts';
import { createLinkedTab } from './createLinkedTab.tsx';
import { defineResource } from './engine/defineResource.tsx';
import { ImagesTab } from './imagesTab.ts';
import { ImportLink } from './importing/ImportLink.tsx';
import { SendList, SendSelected } from './sending/SendLink.tsx';

export const nomenclature = defineResource('nomenclature', {
  icon: InventoryIcon,
  columns: ['name', 'sku', 'barcode', 'status', 'brand_id', 'weight', 'price'],
  optionalColumns: [
    'unit_id',
    'prices',
    'by_weight',
    'on_sale_from',
    'model_ids',
    'categories',
    'description',
    'attributes',
  ],
  quickFilters: [{ excludedValue: 'picture', label: 'gallery.without', access: ['product.show-images'] }],
  tabs: {
    models: {
      label: 'shell.tabs.models',
      fields: createLinkedTab('nomenclature', 'model_ids', 'catalog', endpoints.productModels),
    },
    settings: {
      label: 'shell.tabs.settings',
      fields: [
        'name',
        'status',
        'sku',
        'barcode',
        'brand_id',
        'unit_id',
        'weight',
        'on_sale_from',
        'by_weight',
        'description',
        'attributes',
      ],
    },
    categories: { label: 'shell.tabs.categories', fields: ['categories'] },
    price: { label: 'shell.tabs.price', fields: ['price', 'prices'] },
    images: { label: 'shell.tabs.images', fields: ImagesTab },
  },
  listActions: (
    <>
      <ImportLink />
      <SendList />
    </>
  ),
  selectionActions: <SendSelected />,
});
