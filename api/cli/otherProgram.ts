/**
 * Thrown by a program that has only some of the verbs, before it has done or said anything: another
 * one has to run the command line.
 */
export class OtherProgramNeeded extends Error {
  constructor() {
    super("this program has not what the command line needs");
    this.name = "OtherProgramNeeded";
  }
}
