/** The pure half of an information block. */
export interface BlockDefinition<Value> {
  /** Whether the block is shown among the fields of its step; the others steer the page. */
  displayed: boolean
  /** The value with every piece of tenant HTML in it passed through `clean`: the one place that knows where HTML stands. */
  mapHtml: (value: Value, clean: (html: string) => string) => Value
}
