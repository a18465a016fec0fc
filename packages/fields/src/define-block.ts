/** The pure half of an information block. */
export interface BlockDefinition<Value> {
  /** The value with every piece of tenant HTML in it passed through `clean`: the one place that knows where HTML stands. */
  mapHtml: (value: Value, clean: (html: string) => string) => Value
}
