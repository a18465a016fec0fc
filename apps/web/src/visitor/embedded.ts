import { isPreviewCode } from '@sportello/contract'

/**
 * Reports the height of the form, at each change, to the page of the website that embeds it, so that the frame needs no
 * scroll bar. The message contains only the height. Previews do not report their height, because their frame has a
 * fixed size.
 */
export function reportHeight(): void {
  const { parent, document } = window
  if (parent === window || isPreviewCode(location.pathname.slice(1))) return
  document.documentElement.classList.add('is-embedded')
  const report = () => parent.postMessage({ sportelloHeight: Math.ceil(document.body.getBoundingClientRect().height) }, '*')
  new ResizeObserver(report).observe(document.body)
}
