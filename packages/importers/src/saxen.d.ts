// Types for the functions of the npm package saxen that the .xlsx parser uses. The package itself has no types.
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', handler: (name: string, attributes: () => Record<string, string>, decode: Decode, selfClosing: boolean) => void): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error) => void): this
    on(event: 'warn', handler: () => void): this
    stop(): this
    parse(xml: string): this
  }
}
