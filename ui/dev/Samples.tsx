import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import { Button, IconButton, LinkButton, Pressable } from '../Button.tsx';
import { Checkbox, CheckboxInput } from '../Checkbox.tsx';
import { Combobox } from '../combobox/Combobox.tsx';
import { Dialog, Question } from '../Dialog.tsx';
import { Drawer } from '../Drawer.tsx';
import { FileChoice } from '../FileChoice.tsx';
import { FullScreen } from '../FullScreen.tsx';
import { Grip } from '../Grip.tsx';
import { InlineField } from '../InlineField.tsx';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuTitle } from '../Menu.tsx';
import { NewWindowLink } from '../NewWindowLink.tsx';
import { Notice, type NoticeKind } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { Popover } from '../Popover.tsx';
import { SearchField } from '../SearchField.tsx';
import { Secret } from '../Secret.tsx';
import { SegmentedControl } from '../SegmentedControl.tsx';
import { Select } from '../Select.tsx';
import { Tabs } from '../Tabs.tsx';
import { TextField } from '../TextField.tsx';
import { DataSamples } from './DataSamples.tsx';
import styles from './Dev.module.css';
import { Sample } from './Sample.tsx';
import { sampleTexts } from './words.ts';

const brands = ['Простоквашино', 'Савушкин', 'Домик в деревне', 'Вкуснотеево', 'Своя полка'];
const kinds: readonly NoticeKind[] = ['info', 'success', 'warning', 'error'];

export const Samples = () => (
  <Page title="ui" about={sampleTexts.text} actions={<Button variant="contained">{sampleTexts.main}</Button>}>
    <div className={styles['samples']}>
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
      <Sample of="Notice">
        {kinds.map(kind => (
          <Notice key={kind} kind={kind} actions={<Button variant="outlined">{sampleTexts.other}</Button>}>
            {sampleTexts.text}
          </Notice>
        ))}
        {kinds.map(kind => (
          <Notice key={kind} kind={kind} isFloating onClose={() => undefined}>
            {sampleTexts.text}
          </Notice>
        ))}
      </Sample>
      <Sample of="Tabs">
        <Tabs
          label="tabs"
          tabs={[
            { to: '/', name: sampleTexts.name },
            { to: '/b', name: sampleTexts.brand },
          ]}
        />
      </Sample>
      <DataSamples />
    </div>
  </Page>
);

const Buttons = () => (
  <Sample of="Button, IconButton, LinkButton, Pressable, FileChoice, Grip">
    <Button variant="contained">{sampleTexts.main}</Button>
    <Button variant="outlined" startIcon={<AddIcon fontSize="small" />}>
      {sampleTexts.other}
    </Button>
    <Button>{sampleTexts.quiet}</Button>
    <Button variant="contained" loading>
      {sampleTexts.main}
    </Button>
    <Button variant="outlined" disabled>
      {sampleTexts.other}
    </Button>
    <IconButton aria-label={sampleTexts.title}>
      <DeleteIcon fontSize="small" />
    </IconButton>
    <LinkButton>{sampleTexts.name}</LinkButton>
    <NewWindowLink to="/">{sampleTexts.name}</NewWindowLink>
    <Pressable>{sampleTexts.text}</Pressable>
    <FileChoice label={sampleTexts.file} accept=".csv" onChoose={() => undefined}>
      {choose => (
        <Button variant="outlined" onClick={choose}>
          {sampleTexts.file}
        </Button>
      )}
    </FileChoice>
    <Grip aria-label={sampleTexts.name} />
  </Sample>
);

const Fields = () => {
  const [brand, setBrand] = useState<string[]>(['Савушкин']);
  const [several, setSeveral] = useState(brands.slice(0, 2));
  const [search, setSearch] = useState('');
  const [name, setName] = useState('Латте 0,3');
  const combobox = { options: brands, getOptionLabel: (name: string) => name };
  return (
    <Sample of="TextField, SearchField, Select, Combobox, InlineField, Secret">
      <TextField label={sampleTexts.name} />
      <TextField label={sampleTexts.name} defaultValue="Латте 0,3" required />
      <TextField label={sampleTexts.name} error helperText={sampleTexts.text} />
      <TextField label={sampleTexts.name} defaultValue="Латте" disabled />
      <TextField label={sampleTexts.name} lines={[2, 6]} />
      <Select
        label={sampleTexts.status}
        defaultValue="a"
        choices={[
          ['a', sampleTexts.status],
          ['b', sampleTexts.brand],
        ]}
      />
      <Combobox {...combobox} label={sampleTexts.brand} chosen={brand} onChoose={setBrand} />
      <Combobox {...combobox} label={sampleTexts.allergens} multiple chosen={several} onChoose={setSeveral} />
      <SearchField value={search} onSearch={setSearch} isInner />
      <InlineField
        label={sampleTexts.name}
        value={name}
        maxLength={255}
        onType={setName}
        onCommit={() => undefined}
        onCancel={() => undefined}
      />
      <Secret label={sampleTexts.name} text="k9f2-0a71-77bd" />
    </Sample>
  );
};

const Choices = () => {
  const [way, setWay] = useState<'a' | 'b'>('a');
  return (
    <Sample of="Checkbox, Tick, SegmentedControl">
      <Checkbox label={sampleTexts.flag} defaultChecked />
      <Checkbox label={sampleTexts.flag} hint={sampleTexts.hint} isPartial />
      <Checkbox label={sampleTexts.flag} disabled />
      <Checkbox label={sampleTexts.flag} type="radio" name="flag" defaultChecked />
      <CheckboxInput aria-label={sampleTexts.flag} />
      <SegmentedControl
        label={sampleTexts.status}
        value={way}
        choices={[
          ['a', sampleTexts.name],
          ['b', sampleTexts.brand],
        ]}
        onChoose={setWay}
      />
    </Sample>
  );
};

const Overlays = () => {
  const [open, setOpen] = useState<'question' | 'dialog' | 'drawer' | 'full' | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [popover, setPopover] = useState<HTMLElement | null>(null);
  const close = () => setOpen(null);
  const parts = {
    question: 'Question',
    dialog: 'Dialog',
    drawer: 'Drawer',
    full: 'FullScreen',
    menu: 'Menu',
    popover: 'Popover',
  };
  return (
    <Sample of="Dialog, Question, Drawer, FullScreen, Menu, Popover">
      {(['question', 'dialog', 'drawer', 'full'] as const).map(part => (
        <Button key={part} variant="outlined" onClick={() => setOpen(part)}>
          {parts[part]}
        </Button>
      ))}
      <Button variant="outlined" onClick={event => setMenu(event.currentTarget)}>
        {parts.menu}
      </Button>
      <Button variant="outlined" onClick={event => setPopover(event.currentTarget)}>
        {parts.popover}
      </Button>
      <Menu anchor={menu} onClose={() => setMenu(null)}>
        <MenuNote>{sampleTexts.name}</MenuNote>
        <MenuDivider />
        <MenuTitle>{sampleTexts.status}</MenuTitle>
        <MenuItem isChosen onClick={() => setMenu(null)}>
          {sampleTexts.brand}
        </MenuItem>
        <MenuItem icon={DeleteIcon} onClick={() => setMenu(null)}>
          {sampleTexts.quiet}
        </MenuItem>
      </Menu>
      <Popover label={sampleTexts.brand} anchor={popover} onClose={() => setPopover(null)}>
        <p>{sampleTexts.text}</p>
      </Popover>
      {open === 'question' && (
        <Question title={sampleTexts.title} confirm={sampleTexts.main} onConfirm={close} onClose={close}>
          {sampleTexts.text}
        </Question>
      )}
      {open === 'dialog' && (
        <Dialog title={sampleTexts.name} size="medium" onClose={close}>
          <TextField label={sampleTexts.name} autoFocus />
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer title={sampleTexts.name} onClose={close}>
          <p>{sampleTexts.text}</p>
        </Drawer>
      )}
      {open === 'full' && <Full onClose={close} />}
    </Sample>
  );
};

const Full = ({ onClose }: { onClose: () => void }) => (
  <FullScreen label={sampleTexts.name} onClose={onClose} onKeyDown={onClose}>
    <Button onClick={onClose}>{sampleTexts.quiet}</Button>
  </FullScreen>
);
