import { TenantHtml } from '@sportello/fields/react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Frame that shows a mail as its recipient sees it. Scripts do not run in the frame. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const inside = frame?.contentDocument?.body
  return (
    <>
      <iframe ref={setFrame} title={title} className="mail-frame" sandbox="allow-same-origin" />
      {frame && inside && createPortal(<MailBody key={html} document={html} frame={frame} />, inside)}
    </>
  )
}

/** The parts of a mail's HTML document: the content of its style elements, and its body element. */
const STYLES = /<style[^>]*>([^<]*)<\/style>/g
const BODY = /<body[^>]*?\sstyle="([^"]*)">(.*)<\/body>/s

/**
 * Renders the body of a mail in the preview frame. The page's Content Security Policy forbids style elements and style
 * attributes in HTML, even in frames, so the component sets each style through the DOM. It relies on the server's
 * format: attributes are written as `style="…"`, and `>` in a value is written as an entity.
 */
function MailBody({ document, frame }: { document: string; frame: HTMLIFrameElement }) {
  const [, bodyStyle = '', body = ''] = BODY.exec(document) ?? []
  const styles = [...document.matchAll(STYLES)].map(([, text]) => text).join('\n')
  useLayoutEffect(() => {
    const { contentDocument: inside, contentWindow: view } = frame
    if (!inside || !view) return
    const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
    sheet.replaceSync(styles)
    inside.adoptedStyleSheets = [sheet]
    inside.body.className = 'mail-page'
    inside.body.style.cssText = bodyStyle
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
    frame.style.height = `${inside.documentElement.scrollHeight + 2}px`
  }, [frame, bodyStyle, styles])
  return <TenantHtml className="mail-page" html={body.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle="/g, ' data-style="'))} />
}
