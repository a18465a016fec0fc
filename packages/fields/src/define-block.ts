/** Definition of an information block, with the functions that the server and the browser share. */
export interface BlockDefinition<Value> {
  /**
   * Returns the block's value after applying `clean` to each property that contains HTML. No other function needs to
   * know which properties contain HTML.
   */
  mapHtml: (value: Value, clean: (html: string) => string) => Value
}
