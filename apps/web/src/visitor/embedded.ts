import { isPreviewCode } from '@sportello/contract'

/**
 * Tells the surrounding page the height of a form that another site shows in a frame, whenever it changes, so that the frame needs no scroll bar of its own. The
 * message holds nothing but the height. Previews fill a frame of their own size.
 */
export function reportHeight(): void {
  const { parent, document } = window
  if (parent === window || isPreviewCode(location.pathname.slice(1))) return
  document.documentElement.classList.add('is-embedded')
  const report = () => parent.postMessage({ sportelloHeight: Math.ceil(document.body.getBoundingClientRect().height) }, '*')
  new ResizeObserver(report).observe(document.body)
}
