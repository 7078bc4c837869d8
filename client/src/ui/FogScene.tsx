import classes from './FogScene.module.css';
import { SkinImage } from './SkinImage';

/** A bird in the mist, for pages that do not exist. */
export function FogScene({ skin }: { skin: string }) {
  return (
    <div className={classes.scene} aria-hidden="true">
      <div className={classes.far} />
      <div className={classes.bird}>
        <SkinImage skin={skin} size={132} />
      </div>
      <div className={classes.near} />
    </div>
  );
}
