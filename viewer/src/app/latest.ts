/**
 * Asking while something is dragged: one question is under way at a time, and of those that come meanwhile only the newest is asked
 * afterwards. So the answer is never older than one round, however slow the program is, and nothing piles up.
 */
export class Latest<Q, A> {
  #asking = false;
  #next: { question: Q } | null = null;
  #generation = 0;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly answered: (answer: A, question: Q) => void,
    private readonly failed: (error: Error, question: Q) => void,
  ) {}

  get busy(): boolean {
    return this.#asking;
  }

  put(question: Q): void {
    this.#next = { question };
    if (!this.#asking) void this.#run();
  }

  /** Forgets what has not been answered. */
  cancel(): void {
    this.#next = null;
    this.#generation++;
  }

  async #run(): Promise<void> {
    this.#asking = true;
    while (this.#next) {
      const { question } = this.#next;
      const generation = this.#generation;
      this.#next = null;
      try {
        const answer = await this.ask(question);
        if (generation === this.#generation) this.answered(answer, question);
      } catch (error) {
        if (generation === this.#generation) this.failed(error instanceof Error ? error : new Error(String(error)), question);
      }
    }
    this.#asking = false;
  }
}
