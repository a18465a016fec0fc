import { isPreviewCode } from '@sportello/contract'

/**
 * If another website embeds the form in a frame, reports the height of the form to that website's page, at each change.
 * The
 * frame then needs no scroll bar. The message contains only the height. Previews do not report it, because their frame
 * has a fixed size.
 */
export function reportHeight(): void {
  const { parent, document } = window
  if (parent === window || isPreviewCode(location.pathname.slice(1))) return
  document.documentElement.classList.add('is-embedded')
  const report = () => parent.postMessage({ sportelloHeight: Math.ceil(document.body.getBoundingClientRect().height) }, '*')
  new ResizeObserver(report).observe(document.body)
}
