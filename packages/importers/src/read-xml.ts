/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'

/** Error for a text that is no well-formed XML. */
export class XmlRejected extends Error {}

export interface XmlHandlers {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Parses XML, and calls the handlers with local names and decoded texts. The parser resolves only numeric and the five
 * predefined entities, so a document type declaration has no effect, and nothing is loaded.
 * @throws XmlRejected, or the error of a handler
 */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new Parser()
  let failure: unknown
  const guarded = (work: () => void) => {
    if (failure !== undefined) return
    try {
      work()
    } catch (error) {
      failure = error
      parser.stop()
    }
  }
  parser.on('openTag', (name, attributes, decode) =>
    guarded(() => {
      open(localName(name), Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])))
    }),
  )
  parser.on('closeTag', (name) => guarded(() => close?.(localName(name))))
  parser.on('text', (words, decode) => guarded(() => text?.(decode(words))))
  parser.on('cdata', (words) => guarded(() => text?.(words)))
  parser.on('warn', () => {})
  parser.on('error', ({ message }) =>
    guarded(() => {
      throw new XmlRejected(message)
    }),
  )
  parser.parse(xml)
  if (failure !== undefined) throw failure
}

/** Returns a name of XML without the prefix of its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
