import { TenantHtml } from '@sportello/fields/react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Preview of a mail as its recipient sees it, in a frame that runs no scripts. */
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

/** Matches the body element of the mail document that the server renders, with its style and its content. */
const BODY = /<body style="([^"]*)">(.*)<\/body>/s

/**
 * Renders a mail's body into the preview frame. The component sets each style through the DOM, because the page's
 * Content Security Policy forbids style attributes in markup, in frames too. The server writes each attribute as
 * `style="…"` and `>` in a value as an entity.
 */
function MailBody({ document, frame }: { document: string; frame: HTMLIFrameElement }) {
  const [, bodyStyle = '', body = ''] = BODY.exec(document) ?? []
  useLayoutEffect(() => {
    const inside = frame.contentDocument
    if (!inside) return
    inside.body.style.cssText = bodyStyle
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style ?? ''
    frame.style.height = `${inside.documentElement.scrollHeight + 2}px`
  }, [frame, bodyStyle])
  return <TenantHtml className="" html={body.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/ style="/g, ' data-style="'))} />
}
