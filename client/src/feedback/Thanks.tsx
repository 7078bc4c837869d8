import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import classes from './Thanks.module.css';

interface Props {
  title: string;
  /** The skin in the picture. */
  skin: string;
  children?: ReactNode;
  /** The label of the button that leads back to the form. */
  again: string;
  onAgain: () => void;
}

/** Replaces a form that was sent. Takes the focus, so that screen readers announce it. */
export function Thanks({ title, skin, children, again, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.thanks}>
      <div className={classes.bird}>
        <SkinImage skin={skin} size={144} />
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <Button onClick={onAgain}>{again}</Button>
    </div>
  );
}
