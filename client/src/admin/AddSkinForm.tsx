import { useRef, useState } from 'react';
import limits from '../../openapi/limits.json';
import { files } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import { FILENAME } from './pngOf';
import { useAddSkin } from './queries';
import { type ChosenImage, SkinImageField } from './SkinImageField';
import * as texts from './texts';

/** Adds a skin to the shop, with its image unless the site already has it. */
export function AddSkinForm() {
  const t = useText();
  const { notice } = useRoot();
  const section = useRef<HTMLElement>(null);
  const [filename, setFilename] = useState('');
  const [image, setImage] = useState<ChosenImage | null>(null);
  const add = useAddSkin((skin) => {
    section.current?.querySelector('form')?.reset();
    setFilename('');
    setImage(null);
    section.current?.querySelector('input')?.focus();
    notice.show(t(texts.added)(skin.name));
  });
  return (
    <section ref={section} className={classes.addSkin} aria-labelledby="add-skin">
      <h2 id="add-skin">{t(texts.addSkin)}</h2>
      <Form<'name' | 'filename' | 'description' | 'price'>
        submit={t(texts.add)}
        action={add}
        hasPrefix={false}
        onSubmit={({ name, filename, description, price }) =>
          add.mutate({ name, filename, description, price: Number(price), image: image?.url.replace(/^.*,/, '') })
        }
      >
        <Field label={t(texts.name)} name="name" {...limits.name} autoComplete="off" required />
        <Field
          label={t(texts.filename)}
          hint={t(texts.filenameHint)}
          name="filename"
          pattern={FILENAME}
          {...limits.filename}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          // Not on every change: each letter would request an image.
          onBlur={({ target }) => setFilename(target.validity.valid ? target.value : '')}
        />
        <SkinImageField image={image} onChange={setImage} />
        {filename !== '' && image === null && <SkinPreview key={filename} filename={filename} />}
        <Field label={t(texts.description)} name="description" {...limits.description} autoComplete="off" required />
        <Field
          label={t(texts.price)}
          hint={t(texts.priceHint)}
          name="price"
          type="number"
          inputMode="decimal"
          {...limits.price}
          step={limits.price.min}
          required
        />
      </Form>
    </section>
  );
}

/** The site's image of a skin, or a warning that there is none. */
function SkinPreview({ filename }: { filename: string }) {
  const t = useText();
  const [isMissing, setMissing] = useState(false);
  const path = files.skin(filename);
  return (
    <div className={classes.skin} role="status">
      {isMissing ? (
        <p className={classes.missing}>{t(texts.imageMissing)(path)}</p>
      ) : (
        <img src={path} width={112} height={112} alt={t(texts.image)} onError={() => setMissing(true)} />
      )}
    </div>
  );
}
