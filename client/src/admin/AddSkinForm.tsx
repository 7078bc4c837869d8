import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useRoot } from '../app/useRoot';
import type { NewSkin } from '../net/api';
import { limits, SKIN_FILE_PATTERN } from '../net/limits';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { type ChosenImage, SkinImageField } from './SkinImageField';
import { SkinPreview } from './SkinPreview';
import { useAdminStrings } from './useAdminStrings';

/** Adds a skin to the shop, with its image, unless the site has that already. */
export function AddSkinForm() {
  const admin = useAdminStrings();
  const { services, notice } = useRoot();
  const section = useRef<HTMLElement>(null);
  const [filename, setFilename] = useState('');
  const [image, setImage] = useState<ChosenImage | null>(null);
  const add = useMutation({
    mutationFn: ({ skin }: { skin: NewSkin; form: HTMLFormElement }) => services.api.addSkin(skin),
    onSuccess: (_, { skin, form }) => {
      form.reset();
      setFilename('');
      setImage(null);
      section.current?.querySelector('input')?.focus();
      notice.show(admin.added(skin.name));
    },
  });
  return (
    <section ref={section} className={classes.panel} aria-labelledby="add-skin">
      <h2 id="add-skin">{admin.addSkin}</h2>
      <Form
        submit={admin.add}
        isBlocked={add.isPending}
        error={add.error?.message ?? null}
        success={null}
        onSubmit={(fields, form) => add.mutate({ skin: skinOf(fields, image), form })}
      >
        <Field label={admin.name} name="name" maxLength={limits.skinName} autoComplete="off" required />
        <Field
          label={admin.filename}
          hint={admin.filenameHint}
          name="filename"
          pattern={SKIN_FILE_PATTERN}
          maxLength={limits.skinFile}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          // On leaving the field: each letter would ask the server for an image.
          onBlur={({ target }) => setFilename(target.validity.valid ? target.value : '')}
        />
        <SkinImageField image={image} onChange={setImage} />
        {filename !== '' && image === null && <SkinPreview key={filename} filename={filename} />}
        <Field
          label={admin.description}
          name="description"
          maxLength={limits.skinDescription}
          autoComplete="off"
          required
        />
        <Field
          label={admin.price}
          hint={admin.priceHint}
          name="price"
          type="number"
          inputMode="decimal"
          min={limits.lowestPrice}
          max={limits.highestPrice}
          step={limits.lowestPrice}
          required
        />
      </Form>
    </section>
  );
}

function skinOf(fields: FormData, image: ChosenImage | null): NewSkin {
  return {
    name: String(fields.get('name')),
    filename: String(fields.get('filename')),
    description: String(fields.get('description')),
    price: Number(fields.get('price')),
    image: image?.url.replace(/^.*,/, ''),
  };
}
