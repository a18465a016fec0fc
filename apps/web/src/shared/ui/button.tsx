import type { ComponentProps } from 'react'

/** A button with one of three levels of emphasis: primary, plain or quiet. */
export function Button({ weight = 'plain', className, ...props }: ComponentProps<'button'> & { weight?: 'primary' | 'plain' | 'quiet' }) {
  return <button type="button" {...props} className={`button button-${weight}${className ? ` ${className}` : ''}`} />
}
