/** Nouns of things that have readings, and verbs of what is done to a thing or an alarm: a name begins with none. */

/** Rooms, vessels, machines and what else is watched. */
const THING = new RegExp(
  "^(?:" +
    (
      "tank vessel vat drum silo bin hopper cistern reservoir basin pond pool lake river creek well borehole sump pit" +
      " boiler burner furnace kiln oven stove dryer heater radiator chimney stack flue incinerator digester fermenter" +
      " fermentor bioreactor reactor autoclave steriliser sterilizer incubator centrifuge mixer mill crusher press" +
      " extruder lathe spindle conveyor belt crane hoist lift elevator escalator pump compressor blower fan turbine" +
      " engine motor generator genset gearbox bearing shaft rotor stator winding transformer inverter" +
      " rectifier battery" +
      " ups rack server switch router disk drive database queue cluster node" +
      " room cellar attic loft basement garage shed barn stable coop hive beehive kennel greenhouse glasshouse" +
      " nursery" +
      " tunnel mine hall house home office kitchen bathroom bedroom library archive gallery museum vault ward theatre" +
      " lab laboratory workshop warehouse store storage plant mill building bridge dam tower mast roof wall" +
      " fridge refrigerator freezer cooler chiller icebox container truck trailer van car bus train ship boat yacht" +
      " ferry plane aircraft drone satellite buoy pipe pipeline line main header manifold duct valve filter membrane" +
      " column scrubber stripper exchanger condenser evaporator separator cyclone hood chamber cabinet cupboard box" +
      " enclosure bed field orchard vineyard lawn aquarium terrarium vivarium dewar cryostat magnet laser lamp" +
      " sensor probe meter gauge transmitter station yard dock lock sauna spa rink stadium heap stockpile bath" +
      " circuit loop network supply panel string array site grid feeder" +
      " booth centre center machine court track platform unit system apparatus cabin cab cell hut tent chapel church" +
      " school hotel pub shop market hospital clinic pharmacy studio arena gym cage pen trough paddock crate keg" +
      " barrel cask jar pot cauldron grill smoker fryer dishwasher washer tap hydrant sprinkler thermostat robot" +
      " drill saw welder printer scanner camera telescope microscope detector spectrometer accelerator beamline" +
      " cleanroom glovebox desiccator ventilator cot patient baby horse cow calf dog cat lizard snake hen pig vehicle" +
      " tyre tire brake clutch axle wheel hull bilge deck rudder propeller weir sluice culvert sewer manhole canal" +
      " spring slope dyke levee quay harbour pier substation busbar cable switchgear breaker charger module" +
      " pdu laptop" +
      " modem firewall api service website pod host volume cpu gpu cave sprinkler steamer carousel silage hay compost"
    )
      .split(" ")
      .join("|") +
    ")(?:s|es)?$",
  "u",
);

/** Verbs that do something: what stands behind one of them is no name, but what is done to it. */
const ACTION = new RegExp(
  "^(?:stop|start|restart|open|close|shut|switch|turn|run|trip|drain|vent|fill|empty|bypass|" +
    "isolate|reset|clear|cancel|mute|unmute|silence|disable|enable|suppress|acknowledge|ignore|skip|" +
    "forget|disregard|inhibit|shelve|remove|delete|drop|kill|end|pause|resume|snooze|test|check|" +
    "inspect|clean|flush|repair|fix|replace|calibrate|move|lower|raise|change|adjust|set|increase|" +
    "reduce|decrease|edit|show|list|plot|print|log|export|allow|permit|tolerate|accept|avoid|" +
    "prevent|protect|keep|hold|maintain|let|make|do|have|get|use|buy|sell|read|write|tell|ask|say|" +
    "wait|watch|monitor|observe|fetch|bring|send|call|go|please|quash|hush|quiet|quell|squelch|" +
    "quench|dismiss|void|revoke|withdraw|lift|halt|abort|block|filter|omit|defer|delay|postpone|ban|" +
    "forbid|prohibit|override|defeat|decline|reject|refuse|retract|waive|rescind|nullify|negate|" +
    "scrap|lose|fewer|zero|unwanted|spurious|bogus|fake|needless|useless|previous|former|old|last|" +
    "mask|hide|dampen|stifle|squash|curb|limit|cut|quit|cease|ack|park|hold)$",
  "u",
);

/** The words name a thing by their last noun, with a number or a letter behind it or without. */
export function isThingNoun(words: readonly string[]): boolean {
  const noun = words.filter((word) => !/^(?:[a-z]|\d+[a-z]?|[a-z]\d+)$/u.test(word)).at(-1) ?? "";
  return THING.test(noun) && (words.length === 1 || !isAction(words[0]!));
}

export function isAction(word: string): boolean {
  return ACTION.test(word);
}
