import { SkinImage } from '../ui/SkinImage';
import classes from './NewSkin.module.css';

/** A skin that was just unlocked, landing in a spotlight. */
export function NewSkin({ skin, alt }: { skin: string; alt: string }) {
  return (
    <div className={classes.light}>
      <SkinImage skin={skin} size={224} alt={alt} />
    </div>
  );
}
