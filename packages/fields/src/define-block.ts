/** Definition of an information block: the functions that server and browser share. */
export interface BlockDefinition<Value> {
  /**
   * Returns the value of an information block with `clean` applied to each property that contains HTML. Only this
   * function knows the properties with HTML.
   */
  mapHtml: (value: Value, clean: (html: string) => string) => Value
}
