import BarcodeIcon from '@mui/icons-material/QrCode';
import { defineResource } from '../engine/defineResource.tsx';

export const barcode = defineResource('settings/barcode', {
  icon: BarcodeIcon,
  columns: ['name', 'prefix'],
});
